/** Prices rounded to whole quanta. Rounding keeps order, so folds stay exact. */
import { foldTicks } from './fold.js'
import { PERIOD_LEVEL, PERIOD_SECONDS, type Period, TICK_LEVEL } from './periods.js'
import { type AssetPrices, type CandleRange, type Candles, FIRST_SECOND, hasPrices } from './prices.js'
import type { PriceSource } from './price-source.js'
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

  const tickAt = (atSeconds: number): number => ticksOf(Math.floor(atSeconds / 60))[atSeconds % 60]

  const range = (period: Period, atSeconds: number, limit: number): CandleRange => {
    if (!hasPrices(atSeconds)) return { first: 0, count: 0 }
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
    tickAt: (atSeconds) => (hasPrices(atSeconds) ? tickAt(atSeconds) : undefined),
    fold(firstSecond, lastSecond) {
      const open = tickAt(firstSecond)
      const { high, low } = foldTicks(source, ticksOf, firstSecond, lastSecond)
      return { open, high, low, close: tickAt(lastSecond) }
    },
    candles(period, atSeconds, limit) {
      const newest = range(period, atSeconds, limit)
      const { first, count } = newest
      if (count === 0) return noCandles(period)
      const candles = finished(period, newest)
      const level = PERIOD_LEVEL[period]
      const startSeconds = (first + count - 1) * PERIOD_SECONDS[period]
      // One level down, as the running candle is not finished.
      const running = foldTicks(source, ticksOf, startSeconds, atSeconds, level + 1)
      candles.high[count - 1] = running.high
      candles.low[count - 1] = running.low
      candles.close[count - 1] = tickAt(atSeconds)
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
