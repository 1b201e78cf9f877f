/** Variance over the hours of a week (UTC) by trading hours; its mean over a week is 1. */
import { type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { DAY_LEVEL, LEVEL_SECONDS } from './levels.js'

/** Volatility by hour of the day: quiet before Europe wakes, busiest when New York opens. */
const HOURS: number[] = [
  0.95, 0.9, 0.86, 0.82, 0.8, 0.82, 0.88, 0.96, 1.02, 1.03, 1.0, 1.0, 1.06, 1.22, 1.32, 1.3, 1.22, 1.12, 1.06,
  1.04, 1.02, 1.0, 0.98, 0.97,
]
/** Weekend volatility relative to other days. */
const WEEKEND = 0.76
/** Weekday markets nearly rest at weekends: what happens then is the step at which they open. */
const CLOSING_HOUR = 21
const OPENING_HOUR = 22
const RESTING = 0.02

const DAYS = 7
const WEEK_HOURS = DAYS * 24
/** Days since Thursday: 1970-01-01 was one. */
const FRIDAY = 1
const SATURDAY = 2
const SUNDAY = 3
const HOUR_SECONDS = 3600
/** Lowest level whose candles are whole hours. */
const HOUR_LEVEL = 2

export class WeekProfile {
  /** Means by candle of the week, for levels from days to hours. */
  readonly #means: Numbers[] = []
  // The last interpolated hour: many candles lie within it.
  #between: number = Number.NaN
  #left: number = Number.NaN
  #right: number = Number.NaN

  constructor(isWeekdays: boolean) {
    const byHour = new Numbers(WEEK_HOURS)
    let sum = 0.0
    for (let n = 0; n < WEEK_HOURS; n++) {
      const volatility = volatilityOf(isWeekdays, toInt(n / 24), n % 24)
      byHour[n] = volatility * volatility
      sum += byHour[n]
    }
    const average = sum / WEEK_HOURS
    for (let n = 0; n < WEEK_HOURS; n++) byHour[n] /= average
    for (let level = DAY_LEVEL; level <= HOUR_LEVEL; level++) {
      const hours = toInt(LEVEL_SECONDS[level] / HOUR_SECONDS)
      const means = new Numbers(WEEK_HOURS / hours)
      for (let n = 0; n < WEEK_HOURS / hours; n++) means[n] = meanOf(byHour, n * hours, hours)
      this.#means.push(means)
    }
  }

  at(level: Int, index: number): number {
    const seconds = LEVEL_SECONDS[level]
    const means = this.#means[level < HOUR_LEVEL ? level : HOUR_LEVEL]
    if (level <= HOUR_LEVEL) return means[modulo(index, toInt((DAYS * LEVEL_SECONDS[DAY_LEVEL]) / seconds))]
    // Below hours, interpolated between the middles of hours.
    const position = ((index + 0.5) * seconds) / HOUR_SECONDS - 0.5
    const hour = Math.floor(position)
    if (hour !== this.#between) {
      this.#left = means[modulo(hour, WEEK_HOURS)]
      this.#right = means[modulo(hour + 1, WEEK_HOURS)]
      this.#between = hour
    }
    return this.#left + (this.#right - this.#left) * (position - hour)
  }

  days(first: number, days: Int): number {
    return days === 1
      ? this.#means[DAY_LEVEL][modulo(first, DAYS)]
      : this.#daysInWeeks(first + days) - this.#daysInWeeks(first)
  }

  #daysInWeeks(day: number): number {
    const byDay = this.#means[DAY_LEVEL]
    let sum = Math.floor(day / DAYS) * DAYS
    const weekday = modulo(day, DAYS)
    for (let n = 0; n < weekday; n++) sum += byDay[n]
    return sum
  }
}

function volatilityOf(isWeekdays: boolean, day: Int, hour: Int): number {
  const isWeekend = day === SATURDAY || day === SUNDAY
  if (!isWeekdays) return HOURS[hour] * (isWeekend ? WEEKEND : 1.0)
  const rests =
    day === SATURDAY || (day === FRIDAY && hour >= CLOSING_HOUR) || (day === SUNDAY && hour < OPENING_HOUR)
  return HOURS[hour] * (rests ? RESTING : 1.0)
}

function meanOf(values: Numbers, first: Int, count: Int): number {
  let sum = 0.0
  for (let n = first; n < first + count; n++) sum += values[n]
  return sum / count
}

function modulo(value: number, by: Int): Int {
  return toInt(value - Math.floor(value / by) * by)
}
