/** Rounded prices: what the world sees of a price source, in whole quanta. Rounding keeps order, so folds stay exact. */
import {
  LEVEL_SECONDS,
  MINUTE_LEVEL,
  PERIOD_LEVEL,
  PERIOD_SECONDS,
  type Period,
  TICK_LEVEL,
} from './periods.js'
import { type AssetPrices, type CandleRange, type Candles, FIRST_SECOND, LAST_SECOND } from './prices.js'
import type { PriceSource } from './source.js'
import { CLOSE, HIGH, LOW, OPEN, ROW, type Span } from './span.js'

export function createAssetPrices(source: PriceSource): AssetPrices {
  let minute = -1
  let ticks: Float64Array = new Float64Array(0)

  const ticksOf = (index: number): Float64Array => {
    if (index === minute) return ticks
    ticks = roundedColumn(source.span(TICK_LEVEL, index * 60, 60), OPEN)
    minute = index
    return ticks
  }

  const range = (period: Period, atSeconds: number, limit: number): CandleRange => {
    if (atSeconds < FIRST_SECOND || atSeconds > LAST_SECOND) return { first: 0, count: 0 }
    const seconds = PERIOD_SECONDS[period]
    const newest = Math.floor(atSeconds / seconds)
    const first = Math.max(newest - limit + 1, FIRST_SECOND / seconds)
    return { first, count: newest - first + 1 }
  }
  const finished = (period: Period, { first, count }: CandleRange): Candles => {
    const span = source.span(PERIOD_LEVEL[period], first, count)
    return {
      period,
      firstStart: first * PERIOD_SECONDS[period],
      count,
      open: roundedColumn(span, OPEN),
      high: roundedColumn(span, HIGH),
      low: roundedColumn(span, LOW),
      close: roundedColumn(span, CLOSE),
    }
  }

  return {
    range,
    finished,
    logVarianceAt: (atSeconds) => source.logVarianceAt(atSeconds),
    tickAt(atSeconds) {
      if (atSeconds < FIRST_SECOND || atSeconds > LAST_SECOND) return undefined
      return ticksOf(Math.floor(atSeconds / 60))[atSeconds % 60]
    },
    candles(period, atSeconds, limit) {
      const newest = range(period, atSeconds, limit)
      const { first, count } = newest
      if (count === 0) return noCandles(period)
      const candles = finished(period, newest)
      const running = foldUpTo(source, PERIOD_LEVEL[period], first + count - 1, atSeconds, ticksOf)
      candles.high[count - 1] = running.high
      candles.low[count - 1] = running.low
      candles.close[count - 1] = running.close
      return candles
    },
  }
}

function roundedColumn(span: Span, column: number): Float64Array {
  const rounded = new Float64Array(span.count)
  for (let i = 0; i < span.count; i++) rounded[i] = Math.round(span.rows[span.start + i * ROW + column])
  return rounded
}

function noCandles(period: Period): Candles {
  const none = new Float64Array(0)
  return { period, firstStart: 0, count: 0, open: none, high: none, low: none, close: none }
}

interface Fold {
  high: number
  low: number
  close: number
}

/** The fold of the ticks of candle `index` of `level` up to and including `atSeconds`, which lies within it. */
function foldUpTo(
  source: PriceSource,
  level: number,
  index: number,
  atSeconds: number,
  ticksOf: (minute: number) => Float64Array,
): Fold {
  const fold: Fold = { high: -Infinity, low: Infinity, close: 0 }
  const take = (high: number, low: number): void => {
    fold.high = Math.max(fold.high, Math.round(high))
    fold.low = Math.min(fold.low, Math.round(low))
  }
  let start = index * LEVEL_SECONDS[level]
  for (let below = level + 1; below <= MINUTE_LEVEL; below++) {
    const first = start / LEVEL_SECONDS[below]
    const whole = Math.floor(atSeconds / LEVEL_SECONDS[below]) - first
    if (whole === 0) continue
    const span: Span = source.span(below, first, whole)
    for (let i = 0; i < whole; i++)
      take(span.rows[span.start + i * ROW + HIGH], span.rows[span.start + i * ROW + LOW])
    start += whole * LEVEL_SECONDS[below]
  }
  const ticks = ticksOf(Math.floor(atSeconds / 60))
  for (let second = 0; second <= atSeconds % 60; second++) take(ticks[second], ticks[second])
  fold.close = ticks[atSeconds % 60]
  return fold
}
