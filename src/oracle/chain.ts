/**
 * A network's chain as far as prices need it: the number, hash and timestamp of the block at any instant. Blocks come at
 * exactly the network's block time, counted from 1970, so numbers are plausible but not the real ones; hashes are
 * draws of (seed, network, number).
 */
import { Draws, type Key } from '../core/random.js'
import type { Block } from './signed-price.js'

export interface Chain {
  /** The newest block at an instant in ms since 1970. */
  blockAt(atMs: number): Block
  /** A block as it was known at that instant: a reorganisation may give it another hash later. */
  block(number: number, atMs: number): Block
}

/** From an instant on, the last `depth` blocks before it and all that follow are others than had been said. */
export interface Reorg {
  readonly atMs: number
  readonly depth: number
}

const HASH_WORDS = 8

export function createChain(key: Key, blockTimeSeconds: number, reorgs: readonly Reorg[] = []): Chain {
  const draws = new Draws()
  const blockMs = blockTimeSeconds * 1000
  const numberAt = (atMs: number) => Math.floor(atMs / blockMs)
  /** How many reorganisations a block has been through by then: each makes another branch. */
  const branchOf = (number: number, atMs: number) =>
    reorgs.filter((reorg) => reorg.atMs <= atMs && number > numberAt(reorg.atMs) - reorg.depth).length
  const block = (number: number, atMs: number): Block => {
    draws.at(key, branchOf(number, atMs), number)
    const words = Array.from({ length: HASH_WORDS }, () => draws.bits().toString(16).padStart(8, '0'))
    return { number, hash: `0x${words.join('')}`, timestampSeconds: Math.floor(number * blockTimeSeconds) }
  }
  return { block, blockAt: (atMs) => block(numberAt(atMs), atMs) }
}
