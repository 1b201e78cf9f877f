/**
 * A network's chain as far as prices need it: the number, hash and timestamp of the block at any instant. Blocks come at
 * exactly the network's block time, counted from 1970, so numbers are plausible but not the real ones; hashes are
 * draws of (seed, network, number).
 */
import { Draws, type Key } from '../core/random.js'

export interface Block {
  readonly number: number
  /** 0x and 64 digits. */
  readonly hash: string
  /** Whole seconds, as on chain. */
  readonly timestampSeconds: number
}

export interface Chain {
  /** The newest block at an instant in ms since 1970. */
  blockAt(atMs: number): Block
  block(number: number): Block
}

const HASH_WORDS = 8

export function createChain(key: Key, blockTimeSeconds: number): Chain {
  const draws = new Draws()
  const block = (number: number): Block => {
    draws.at(key, 0, number)
    const words = Array.from({ length: HASH_WORDS }, () => draws.bits().toString(16).padStart(8, '0'))
    return { number, hash: `0x${words.join('')}`, timestampSeconds: Math.floor(number * blockTimeSeconds) }
  }
  return { block, blockAt: (atMs) => block(Math.floor(atMs / (blockTimeSeconds * 1000))) }
}
