/** Hourly history of a market's rates, newest first: each hour as in markets/info, or averages. */
import { FIRST_SECOND, LAST_SECOND } from '../price/prices.js'
import type { Interest } from './interest.js'
import { LENGTH_SECONDS, type RateAverage, type RatePeriod } from './periods.js'
import { costPerSecond, toReceived } from './rates.js'
import type { Rates, RatesSnapshot, Sides } from './state.js'

const HOUR = 3600

export interface History {
  readonly interestAt: (atSeconds: number) => Interest
  /** Unix seconds; `total` begins here if that is less than two years ago. */
  readonly listedAtSeconds: number | undefined
}

/** One snapshot per hour of `period`, up to the hour of `atSeconds`. */
export function* hourlyRates(
  history: History,
  atSeconds: number,
  period: RatePeriod,
): Iterable<RatesSnapshot> {
  const newest = hourOf(atSeconds)
  if (isOutside(atSeconds)) return
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
  averageBy: RateAverage,
): Iterable<RatesSnapshot> {
  const newest = hourOf(atSeconds)
  if (isOutside(atSeconds)) return
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
  return toReceived({ long: -funding.long, short: -funding.short }, borrowing)
}

/** Truncated means of funding and borrowing; net is derived from both, so that it adds up. */
function meanOf(rates: readonly Rates[]): Rates {
  const mean = (part: (rates: Rates) => bigint) =>
    rates.reduce((sum, one) => sum + part(one), 0n) / BigInt(rates.length)
  const funding: Sides = { long: mean((one) => one.funding.long), short: mean((one) => one.funding.short) }
  const borrowing: Sides = {
    long: mean((one) => one.borrowing.long),
    short: mean((one) => one.borrowing.short),
  }
  return toReceived(funding, borrowing)
}

function lengthOf(period: RatePeriod, { listedAtSeconds }: History, newest: number): number {
  const length = LENGTH_SECONDS[period]
  if (period !== 'total' || listedAtSeconds === undefined || listedAtSeconds >= newest) return length
  return Math.min(length, newest - listedAtSeconds + HOUR)
}

/** Hours `first` … `last` within the range of time, newest first. */
function hoursBetween(first: number, last: number): number[] {
  const count = Math.floor((last - Math.max(first, FIRST_SECOND)) / HOUR) + 1
  return Array.from({ length: Math.max(0, count) }, (_, n) => last - n * HOUR)
}

function hourOf(atSeconds: number): number {
  return Math.floor(atSeconds / HOUR) * HOUR
}

function isOutside(atSeconds: number): boolean {
  return atSeconds < FIRST_SECOND || atSeconds > LAST_SECOND
}
