/** Fold of ticks over any time, by as few candles as cover it. Rounding keeps order, so folds stay exact. */
import { DAY_LEVEL, LEVEL_SECONDS, MINUTE_LEVEL } from './periods.js'
import type { Fold, PriceSource } from './prices.js'
import { HIGH, LOW, ROW } from './span.js'

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
