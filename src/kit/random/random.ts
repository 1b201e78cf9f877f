/**
 * All randomness of the simulator. A draw is a pure function of seed and purpose, so the order of requests changes nothing.
 *
 *   seed + labels --derive-key.ts--> Key (64 bits) --draws.ts--> numbers by (stream, index, n)
 *
 * The first is slow and takes any string; the second takes a few ns per number.
 */
import { deriveKey } from './derive-key.js'
import { Key } from './draws.js'

const halves = new Float64Array(2)

/**
 * The key of one purpose: `keyOf(seed, 'price', 'ETH')`. Length prefixes keep lists of parts distinct; the end mark is needed
 * as ARC4 treats `'1'` and `'11'` alike.
 */
export function keyOf(...parts: readonly (string | number)[]): Key {
  const text = keyBytes(parts)
  deriveKey(text, text.length, halves)
  return new Key(halves[0], halves[1])
}

export function keyBytes(parts: readonly (string | number)[]): Uint8Array {
  const text = parts.map((part) => `${String(part).length}:${part}`).join('|')
  return Buffer.from(`${text}\u0000end`, 'latin1')
}

/** A random UUID, the only value that differs from run to run. It is no secret, so that no start loads `node:crypto`. */
export function newInstanceId(): string {
  const digit = (least: number, below: number): string =>
    // biome-ignore lint/nursery/noJsRestrictedProperties: all other draws depend on a seed.
    Math.floor(least + Math.random() * (below - least)).toString(16)
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (kind) =>
    kind === 'x' ? digit(0, 16) : digit(8, 12),
  )
}
