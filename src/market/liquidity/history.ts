/** Hourly history of a market's rates, newest first: each hour as in markets/info, or averages. */
import { FIRST_SECOND, hasPrices } from '../price/prices.js'
import type { Interest } from './interest.js'
import { LENGTH_SECONDS } from './periods.js'
import type { RatePeriod } from './rate-periods.js'
import { costPerSecond, toReceived } from './rates.js'
import { bySide, type Rates, type RatesSnapshot } from './state.js'

const HOUR = 3600

export interface History {
  readonly interestAt: (atSeconds: number) => Interest
  readonly listedAtSeconds: number | undefined
}

export function* hourlyRates(
  history: History,
  atSeconds: number,
  period: RatePeriod,
): Iterable<RatesSnapshot> {
  const newest = hourOf(atSeconds)
  if (!hasPrices(atSeconds)) return
  for (const hour of hoursBetween(newest - lengthOf(period, history, newest) + HOUR, newest))
    yield { atSeconds: hour, ...ratesAt(history, hour) }
}

/**
 * Averages over whole days, aligned to 1970 in UTC: those that begin in `period`, and at least the running one so
 * far.
 */
export function* averageRates(
  history: History,
  atSeconds: number,
  period: RatePeriod,
  averageBy: RatePeriod,
): Iterable<RatesSnapshot> {
  const newest = hourOf(atSeconds)
  if (!hasPrices(atSeconds)) return
  const length = LENGTH_SECONDS[averageBy]
  const running = Math.floor(newest / length) * length
  const earliest = newest - lengthOf(period, history, newest)
  for (let start = running; start === running || start > earliest; start -= length) {
    const hours = hoursBetween(start, Math.min(start + length - HOUR, newest))
    if (hours.length === 0) break
    yield { atSeconds: start, ...meanOf(hours.map((hour) => ratesAt(history, hour))) }
  }
}

function ratesAt({ interestAt }: History, hour: number): Rates {
  const { funding, borrowing } = costPerSecond(interestAt(hour))
  const received = bySide((side) => -funding[side])
  return toReceived(received, borrowing)
}

/** Truncated means of funding and borrowing; net is derived from both, so that it adds up. */
function meanOf(rates: readonly Rates[]): Rates {
  const mean = (part: 'funding' | 'borrowing') =>
    bySide((side) => rates.reduce((sum, one) => sum + one[part][side], 0n) / BigInt(rates.length))
  return toReceived(mean('funding'), mean('borrowing'))
}

function lengthOf(period: RatePeriod, { listedAtSeconds }: History, newest: number): number {
  const length = LENGTH_SECONDS[period]
  if (period !== 'total' || listedAtSeconds === undefined || listedAtSeconds >= newest) return length
  return Math.min(length, newest - listedAtSeconds + HOUR)
}

function hoursBetween(first: number, last: number): number[] {
  const count = Math.floor((last - Math.max(first, FIRST_SECOND)) / HOUR) + 1
  return Array.from({ length: Math.max(0, count) }, (_, n) => last - n * HOUR)
}

function hourOf(atSeconds: number): number {
  return Math.floor(atSeconds / HOUR) * HOUR
}
