/**
 * Days: the price's logarithm at each midnight, and from these each day's first and last tick, high and low.
 *
 * Time is cut into blocks. Their edges (anchors) are independent draws around the catalogue's price, so a price a century
 * away is as near to it as next year's. Inside a block a dyadic tree halves again and again: each midpoint is drawn as a
 * Brownian bridge's, in the time that the volatility field tells. Any day costs one walk down its block.
 */
import { exp } from '../core/real.js'
import { drawExtremes, extremes } from './bridge.js'
import { type FactorDraws, STREAM } from './factors.js'
import { DAY_LEVEL, DAY_SECONDS } from './periods.js'
import { DISCRETE_SHORTFALL } from './refine.js'
import { CLOSE, createSpan, HIGH, LOW, OPEN, ROW, type Span, VARIANCE } from './span.js'
import { probabilityBelow } from './tables.js'
import type { VolatilityField } from './volatility.js'

/** The day of the anchor at which every asset has its catalogue price, in days since 1970: 2026-07-01. */
export const ANCHOR_DAY = 20_635

export interface LongRun {
  readonly draws: FactorDraws
  readonly volatility: VolatilityField
  /** Price where the log is zero. */
  readonly base: number
  /** Days between anchors, a power of two up to 256: how soon the price is pulled back. */
  readonly blockDays: number
  /** Standard deviation of the log-price at an anchor. */
  readonly anchorDeviation: number
  /** The log-price never leaves plus and minus this. */
  readonly mostLog: number
}

/** Candles of the days `first` … `first + count - 1`, in days since 1970. */
export function drawDays(longRun: LongRun, first: number, count: number): Span {
  const { draws, base, mostLog } = longRun
  const { logs, variances } = drawMidnights(longRun, first, count)
  const span = createSpan(DAY_LEVEL, first, count)
  const priceOf = (log: number) => base * exp(bounded(log, mostLog))
  for (let i = 0; i < count; i++) {
    draws.at(STREAM.day, first + i)
    const variance = variances[i]
    const openLog = logs[i]
    // One tick passes between a day's last and the next day's first.
    const tickDeviation = Math.sqrt(variance / DAY_SECONDS)
    const closeLog = logs[i + 1] - draws.normal() * tickDeviation
    const upper = probabilityBelow(draws.normal())
    const far = FAR * Math.sqrt(variance)
    const top = Math.max(openLog, closeLog)
    const bottom = Math.min(openLog, closeLog)
    const lower = probabilityBelow(draws.normal())
    drawExtremes(openLog, closeLog, variance, bottom - far, top + far, false, false, upper, lower)
    const open = priceOf(openLog)
    const close = priceOf(closeLog)
    const short = DISCRETE_SHORTFALL * tickDeviation
    const row = i * ROW
    span.rows[row + OPEN] = open
    span.rows[row + HIGH] =
      extremes.high - short > top ? priceOf(extremes.high - short) : Math.max(open, close)
    span.rows[row + LOW] =
      extremes.low + short < bottom ? priceOf(extremes.low + short) : Math.min(open, close)
    span.rows[row + CLOSE] = close
    span.rows[row + VARIANCE] = variance * open * close
  }
  return span
}

/** A day reaches at most so many standard deviations beyond its first and last tick. */
const FAR = 6

/** The identity for small logs, and within ±most for all: monotone, so that order survives. */
function bounded(log: number, most: number): number {
  const share = log / most
  const square = share * share
  return log / Math.sqrt(Math.sqrt(1 + square * square))
}

/** Log-price at each midnight, one more than there are days, and each day's variance. */
function drawMidnights(
  { draws, volatility, blockDays, anchorDeviation }: LongRun,
  first: number,
  count: number,
): { readonly logs: Float64Array; readonly variances: Float64Array } {
  const logs = new Float64Array(count + 1)
  const variances = new Float64Array(count)
  const last = first + count
  const anchor = (block: number): number =>
    block === 0 ? 0 : anchorDeviation * draws.at(STREAM.anchor, block).normal()

  const halve = (start: number, days: number, log: number, nextLog: number, variance: number): void => {
    if (start > last || start + days <= first) return
    if (days === 1) {
      logs[start - first] = log
      if (start < last) variances[start - first] = variance
      return
    }
    const half = days / 2
    const before = volatility.daysVariance(start, half)
    const after = volatility.daysVariance(start + half, half)
    const share = before / (before + after)
    const bridge = draws.at(STREAM.halving + days, start).normal() * Math.sqrt(share * after)
    const middle = log + (nextLog - log) * share + bridge
    halve(start, half, log, middle, before)
    halve(start + half, half, middle, nextLog, after)
  }

  const lastBlock = Math.floor((last - ANCHOR_DAY) / blockDays)
  for (let block = Math.floor((first - ANCHOR_DAY) / blockDays); block <= lastBlock; block++)
    halve(ANCHOR_DAY + block * blockDays, blockDays, anchor(block), anchor(block + 1), 0)
  return { logs, variances }
}
