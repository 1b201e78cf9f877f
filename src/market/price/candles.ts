/** Prices rounded to whole quanta. Rounding keeps order, so folds stay exact. */
import { memoisedLatest } from '../../kit/maps.js'
import type { TokenListing } from '../catalogue/types.js'
import { listedSource } from './listed-source.js'
import {
  DAY_LEVEL,
  LEVEL_SECONDS,
  MINUTE_LEVEL,
  PERIOD_LEVEL,
  PERIOD_SECONDS,
  type Period,
  TICK_LEVEL,
} from './periods.js'
import {
  type AssetPrices,
  type CandleRange,
  type Candles,
  FIRST_SECOND,
  type Fold,
  hasPrices,
  type PriceSource,
} from './prices.js'
import { type CandleSpan, CLOSE, createSpan, HIGH, LOW, OPEN, ROW } from './span.js'

/** Candles begin and end with the listing; single ticks have no limits. */
export function createAssetPrices(
  given: PriceSource,
  { fromSeconds = FIRST_SECOND, untilSeconds = Number.POSITIVE_INFINITY }: TokenListing = {},
): AssetPrices {
  const source = fromSeconds > FIRST_SECOND ? listedSource(given, fromSeconds) : given
  const ticksOf = memoisedLatest(
    (minute: number) =>
      source.ticks?.(minute) ?? roundedColumn(source.span(TICK_LEVEL, minute * 60, 60), OPEN),
  )
  const tickAt = (atSeconds: number): number => ticksOf(Math.floor(atSeconds / 60))[atSeconds % 60]

  const range = (period: Period, atSeconds: number, limit: number): CandleRange => {
    if (!hasPrices(atSeconds) || atSeconds < fromSeconds) return { first: 0, count: 0 }
    const seconds = PERIOD_SECONDS[period]
    const newest = Math.floor(Math.min(atSeconds, untilSeconds - 1) / seconds)
    const first = Math.max(newest - limit + 1, Math.floor(Math.max(fromSeconds, FIRST_SECOND) / seconds))
    return { first, count: newest - first + 1 }
  }
  const spanOf = (period: Period, { first, count }: CandleRange): CandleSpan =>
    source.span(PERIOD_LEVEL[period], first, count)
  const newestSpan = (period: Period, atSeconds: number, limit: number): CandleSpan => {
    const newest = range(period, atSeconds, limit)
    if (newest.count === 0) return createSpan(PERIOD_LEVEL[period], newest.first, 0)
    const span = spanOf(period, newest)
    // One level down, as the running candle is not finished.
    const startSeconds = Math.max((newest.first + newest.count - 1) * PERIOD_SECONDS[period], fromSeconds)
    const endSeconds = Math.min(atSeconds, untilSeconds - 1)
    const { high, low } = foldTicks(source, ticksOf, startSeconds, endSeconds, PERIOD_LEVEL[period] + 1)
    const row = span.start + (span.count - 1) * ROW
    span.rows[row + HIGH] = high
    span.rows[row + LOW] = low
    span.rows[row + CLOSE] = tickAt(endSeconds)
    return span
  }

  return {
    range,
    finished: (period, range) => candlesOf(period, spanOf(period, range)),
    logVarianceAt: (atSeconds) => source.logVarianceAt(atSeconds),
    tickAt: (atSeconds) => (hasPrices(atSeconds) ? tickAt(atSeconds) : undefined),
    fold(firstSecond, lastSecond) {
      const open = tickAt(firstSecond)
      const { high, low } = foldTicks(source, ticksOf, firstSecond, lastSecond)
      return { open, high, low, close: tickAt(lastSecond) }
    },
    candles: (period, atSeconds, limit) => candlesOf(period, newestSpan(period, atSeconds, limit)),
    newestSpan,
    finishedTexts(period, { first, count }, size, decimals) {
      const level = PERIOD_LEVEL[period]
      const span = source.lentSpan?.(level, first, count) ?? source.span(level, first, count)
      return Array.from({ length: count / size }, (_, n) => source.text(span, n * size, size, decimals))
    },
    text: source.text,
  }
}

function candlesOf(period: Period, span: CandleSpan): Candles {
  return {
    period,
    firstStart: span.first * PERIOD_SECONDS[period],
    count: span.count,
    open: roundedColumn(span, OPEN),
    high: roundedColumn(span, HIGH),
    low: roundedColumn(span, LOW),
    close: roundedColumn(span, CLOSE),
  }
}

function roundedColumn(span: CandleSpan, column: number): Float64Array {
  const rounded = new Float64Array(span.count)
  for (let i = 0; i < span.count; i++) rounded[i] = Math.round(span.rows[span.start + i * ROW + column])
  return rounded
}

/**
 * Folds the ticks of the seconds `first` … `last` from candles of `level` downwards. `ticksOf` returns the sixty ticks of a
 * minute (counted from 1970) in quanta; the minute of `last` is read last.
 */
export function foldTicks(
  source: PriceSource,
  ticksOf: (minute: number) => Float64Array,
  first: number,
  last: number,
  level = DAY_LEVEL,
): Pick<Fold, 'high' | 'low'> {
  const fold = { high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY }
  const take = (high: number, low: number): void => {
    fold.high = Math.max(fold.high, Math.round(high))
    fold.low = Math.min(fold.low, Math.round(low))
  }
  const cover = (level: number, from: number, to: number): void => {
    if (from > to) return
    if (level > MINUTE_LEVEL) {
      const ticks = ticksOf(Math.floor(from / 60))
      for (let second = from % 60; second <= to % 60; second++) take(ticks[second], ticks[second])
      return
    }
    const seconds = LEVEL_SECONDS[level]
    const begin = Math.ceil(from / seconds)
    const end = Math.floor((to + 1) / seconds)
    // Within one candle, or across the edge of two, neither whole.
    if (begin >= end) {
      const edge = begin * seconds
      cover(level + 1, from, Math.min(to, edge - 1))
      cover(level + 1, Math.max(from, edge), to)
      return
    }
    cover(level + 1, from, begin * seconds - 1)
    const { rows, start } = source.span(level, begin, end - begin)
    for (let i = 0; i < end - begin; i++) take(rows[start + i * ROW + HIGH], rows[start + i * ROW + LOW])
    cover(level + 1, end * seconds, to)
  }
  cover(level, first, last)
  return fold
}
