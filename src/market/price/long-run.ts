/**
 * The price's logarithm at each midnight.
 *
 * Time is cut into blocks. Their edges (anchors) are independent draws around the catalogue's price, so a price a century
 * away is as near to it as next year's. Inside a block a dyadic tree halves again and again: each midpoint is drawn as a
 * Brownian bridge's, in the time of the volatility field. Any day costs one descent through its block.
 */
import { type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { ANCHOR_STREAM, type FactorDraws, HALVING_STREAM } from './factors.js'
import { DAY_SECONDS } from './levels.js'
import { OPEN, ROW } from './span.js'
import type { VolatilityField } from './volatility.js'

/** Day of the anchor with the catalogue's prices, in days since 1970: 2026-07-01. */
export const ANCHOR_DAY = 20_635

export class LongRun {
  readonly draws: FactorDraws
  readonly volatility: VolatilityField
  /** Price at log 0. */
  readonly base: number
  /** Days between anchors, a power of two up to MAX_BLOCK_DAYS: the time scale of mean reversion. */
  readonly blockDays: Int
  readonly anchorDeviation: number
  /** Bound of the absolute log-price. */
  readonly mostLog: number

  constructor(
    draws: FactorDraws,
    volatility: VolatilityField,
    base: number,
    blockDays: Int,
    anchorDeviation: number,
    mostLog: number,
  ) {
    this.draws = draws
    this.volatility = volatility
    this.base = base
    this.blockDays = blockDays
    this.anchorDeviation = anchorDeviation
    this.mostLog = mostLog
  }
}

const MAX_BLOCK_DAYS = 256

const normals = new Numbers(1)

/** Near the identity for small logs, within ±most for all. */
function bounded(log: number, most: number): number {
  const share = log / most
  const square = share * share
  return log / Math.sqrt(Math.sqrt(1 + square * square))
}

const block = new Numbers(MAX_BLOCK_DAYS + 1)

/** Writes the log-price at the first midnight of each day, and of the day after the last, as its open. */
export function drawMidnights(longRun: LongRun, first: number, count: Int, rows: Numbers): void {
  const draws = longRun.draws
  const volatility = longRun.volatility
  const blockDays = longRun.blockDays
  const last = first + count
  const lastBlock = Math.floor((last - ANCHOR_DAY) / blockDays)
  let n = Math.floor((first - ANCHOR_DAY) / blockDays)
  block[blockDays] = anchorAt(longRun, n)
  for (; n <= lastBlock; n++) {
    const start = ANCHOR_DAY + n * blockDays
    block[0] = block[blockDays]
    block[blockDays] = anchorAt(longRun, n + 1)
    for (let days = blockDays; days > 1; days >>= 1) {
      const half = days >> 1
      // Only parts that overlap the days needed, and their two ends.
      const from = toInt(Math.max(0, Math.floor((first - start) / days) * days))
      for (let day = from; day < blockDays && start + day <= last; day += days) {
        const before = volatility.daysVariance(start + day, half)
        const after = volatility.daysVariance(start + day + half, half)
        const share = before / (before + after)
        draws.at(HALVING_STREAM + days, start + day, volatility.stress).normals(normals, 1)
        block[day + half] =
          block[day] + (block[day + days] - block[day]) * share + normals[0] * Math.sqrt(share * after)
      }
    }
    const end = toInt(Math.min(last - start, blockDays))
    for (let day = toInt(Math.max(0, first - start)); day <= end; day++) {
      const row = toInt(start + day - first) * ROW
      const shift = volatility.shift((start + day) * DAY_SECONDS)
      rows[row + OPEN] = bounded(block[day] + shift, longRun.mostLog)
    }
  }
}

function anchorAt(longRun: LongRun, block: number): number {
  // Crises come on top: the price at the anchor is the catalogue's.
  if (block === 0) return -longRun.volatility.shift(ANCHOR_DAY * DAY_SECONDS)
  return longRun.anchorDeviation * longRun.draws.at(ANCHOR_STREAM, block, 0).normal()
}
