/**
 * All randomness of the simulator. A draw is a pure function of seed and purpose, so the order of requests changes nothing.
 *
 *   seed + labels --seedrandom--> Key (64 bits) --draws.ts--> numbers by (stream, index, n)
 *
 * The first is slow and takes any string; the second takes a few ns per number.
 */
import type Seedrandom from 'seedrandom'
import { nativeRequire } from '../native-require.js'
import { Key } from './draws.js'

const seedrandom: typeof Seedrandom = nativeRequire('seedrandom/seedrandom.js')

/**
 * The key of one purpose: `keyOf(seed, 'price', 'ETH')`. Length prefixes keep lists of parts distinct; the end mark is needed
 * as ARC4 treats `'1'` and `'11'` alike.
 */
export function keyOf(...parts: readonly (string | number)[]): Key {
  const text = parts.map((part) => `${String(part).length}:${part}`).join('|')
  const generator = seedrandom(`${text}\u0000end`)
  return new Key(generator.int32(), generator.int32())
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
