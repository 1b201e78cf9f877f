/**
 * Blocks of a network: number, hash and timestamp at any instant. Blocks are exactly the block time apart, counted
 * from 1970, so numbers are plausible but not real; hashes are draws of (seed, network, number).
 */
import { Draws, type Key } from '../../kit/random/draws.js'
import type { Block } from './signed-price.js'

/** Reorganisation at an instant that replaces the last `depth` blocks before it. */
export interface Reorg {
  readonly atMs: number
  readonly depth: number
}

/** Draws 32 bytes. */
export function drawHash(draws: Draws): string {
  return `0x${Array.from({ length: 8 }, () => draws.bits().toString(16).padStart(8, '0')).join('')}`
}

export function createChain(key: Key, blockTimeSeconds: number, reorgs: readonly Reorg[] = []) {
  const draws = new Draws()
  const blockMs = blockTimeSeconds * 1000
  const numberAt = (atMs: number) => Math.floor(atMs / blockMs)
  /** Count of reorganisations that a block has been through: each creates another branch. */
  const branchOf = (number: number, atMs: number) =>
    reorgs.filter((reorg) => reorg.atMs <= atMs && number > numberAt(reorg.atMs) - reorg.depth).length
  const block = (number: number, atMs: number): Block => {
    draws.at(key, branchOf(number, atMs), number)
    return { number, hash: drawHash(draws), timestampSeconds: Math.floor(number * blockTimeSeconds) }
  }
  const blockAt = (atMs: number): Block => block(numberAt(atMs), atMs)
  return { block, blockAt }
}
