/** Candles shorter than a minute, for charts alone: folds of ticks. */
import { parseDuration } from '../../kit/text/duration.js'
import { type AssetPrices, FIRST_SECOND, type Fold, hasPrices } from './prices.js'

export const TICK_PERIODS = ['1s', '5s', '15s'] as const
type TickPeriod = (typeof TICK_PERIODS)[number]

export function isTickPeriod(period: string): period is TickPeriod {
  return TICK_PERIODS.some((known) => known === period)
}

/** The newest `limit` candles as of `atSeconds`, oldest first, the running one included. */
export function tickFolds(
  prices: AssetPrices,
  period: TickPeriod,
  atSeconds: number,
  limit: number,
): (Fold & { readonly startSeconds: number })[] {
  if (!hasPrices(atSeconds)) return []
  const seconds = parseDuration(period) / 1000
  const newest = Math.floor(atSeconds / seconds)
  const first = Math.max(newest - limit + 1, FIRST_SECOND / seconds)
  return Array.from({ length: newest - first + 1 }, (_, n) => {
    const startSeconds = (first + n) * seconds
    const count = Math.min(seconds, atSeconds - startSeconds + 1)
    const ticks = Array.from(
      { length: count },
      (_, second) => prices.tickAt(startSeconds + second) ?? Number.NaN,
    )
    const extremes = { high: Math.max(...ticks), low: Math.min(...ticks) }
    return { startSeconds, open: ticks[0], ...extremes, close: ticks[count - 1] }
  })
}
