/** Candles of calendar periods in UTC: weeks from Monday and months, as folds of days. */
import { DAY_SECONDS, PERIODS } from './periods.js'
import type { AssetPrices, Fold } from './prices.js'

/** First day of the week or month of a day, both counted from 1970. Prices begin on a Monday, the first of a month. */
const FIRST_DAY = {
  '1w': (day: number) => day - ((day + 3) % 7),
  '1M': (day: number) => day + 1 - new Date(day * DAY_SECONDS * 1000).getUTCDate(),
}

type CalendarPeriod = keyof typeof FIRST_DAY

/** All periods, the calendar's last. */
export const ALL_PERIODS = [...PERIODS, '1w', '1M'] as const
export type AnyPeriod = (typeof ALL_PERIODS)[number]

export function isCalendarPeriod(period: AnyPeriod): period is CalendarPeriod {
  return Object.hasOwn(FIRST_DAY, period)
}

/** The newest `limit` candles as of `atSeconds`, newest first, the running one included. */
export function* calendarFolds(
  prices: AssetPrices,
  period: CalendarPeriod,
  atSeconds: number,
  limit: number,
): Generator<Fold & { readonly startSeconds: number }> {
  const days = prices.range('1d', atSeconds, Number.POSITIVE_INFINITY)
  let last = days.first + days.count - 1
  for (let n = 0; n < limit && last >= days.first; n++) {
    const begin = FIRST_DAY[period](last)
    const first = Math.max(begin, days.first)
    const count = last - first + 1
    const { open, high, low, close } =
      n === 0 ? prices.candles('1d', atSeconds, count) : prices.finished('1d', { first, count })
    const extremes = { high: Math.max(...high), low: Math.min(...low) }
    yield { startSeconds: begin * DAY_SECONDS, open: open[0], ...extremes, close: close[count - 1] }
    last = begin - 1
  }
}
