/**
 * The first level of the price: its logarithm at each midnight, and the variance each day has to spend.
 *
 * Time is cut into blocks. Their edges (anchors) are independent draws around the catalogue's price, so a price a century
 * away is as near to it as next year's. Inside a block a dyadic tree halves again and again: first the variance is
 * shared out, unevenly, as volatility clusters, then the midpoint is drawn as a Brownian bridge's. Any day costs one
 * walk down its block.
 */
import { type CoupledDraws, STREAM } from './coupled.js'

/** The day of the anchor at which every asset has its catalogue price, in days since 1970: 2026-07-01. */
export const ANCHOR_DAY = 20_635
const YEAR_DAYS = 365.25

/**
 * How unevenly the halves of so many days share its variance: 0 equally, 1 at worst all to one. Wild and calm
 * times last a week or two; over a season they even out, so that ten weeks of minutes tell the volatility of years.
 */
const UNEVENNESS: Readonly<Record<number, number>> = {
  256: 0.02,
  128: 0.04,
  64: 0.08,
  32: 0.25,
  16: 0.6,
  8: 0.7,
  4: 0.5,
  2: 0.1,
}

export interface LongRunOptions {
  readonly draws: CoupledDraws
  /** Standard deviation of a year's log-return. */
  readonly annualVolatility: number
  /** Days between anchors, a power of two up to 256: how soon the price is pulled back. */
  readonly blockDays: number
}

/** Log-price relative to the catalogue's at each midnight, one more than there are days, and each day's variance. */
export interface DayEdges {
  readonly logs: Float64Array
  readonly variances: Float64Array
}

/** Edges of the days `first` … `first + count - 1`, in days since 1970. */
export function drawDayEdges(options: LongRunOptions, first: number, count: number): DayEdges {
  const { draws, annualVolatility, blockDays } = options
  const blockVariance = (annualVolatility * annualVolatility * blockDays) / YEAR_DAYS
  const logs = new Float64Array(count + 1)
  const variances = new Float64Array(count)
  const last = first + count

  // Half a block's variance at each anchor makes the steps between anchors as wild as those within.
  const anchor = (block: number): number =>
    block === 0 ? 0 : Math.sqrt(blockVariance / 2) * draws.at(STREAM.anchor, block).normal()

  const halve = (start: number, days: number, log: number, nextLog: number, variance: number): void => {
    if (start > last || start + days <= first) return
    if (days === 1) {
      logs[start - first] = log
      if (start < last) variances[start - first] = variance
      return
    }
    const half = days / 2
    draws.at(STREAM.halving + days, start)
    const share = 0.5 + UNEVENNESS[days] * (draws.uniform() - 0.5)
    const bridge = draws.normal() * Math.sqrt(variance * share * (1 - share))
    const middle = log + (nextLog - log) * share + bridge
    halve(start, half, log, middle, variance * share)
    halve(start + half, half, middle, nextLog, variance * (1 - share))
  }

  const lastBlock = Math.floor((last - ANCHOR_DAY) / blockDays)
  for (let block = Math.floor((first - ANCHOR_DAY) / blockDays); block <= lastBlock; block++)
    halve(ANCHOR_DAY + block * blockDays, blockDays, anchor(block), anchor(block + 1), blockVariance)
  return { logs, variances }
}
