/** Variance over the hours of a week (UTC) by trading hours; its mean over a week is 1. */
import type { TradingHours } from '../catalogue/types.js'
import { DAY_LEVEL, LEVEL_SECONDS } from './periods.js'

export interface WeekProfile {
  at(level: number, index: number): number
  days(first: number, days: number): number
}

/** Volatility by hour of the day: quiet before Europe wakes, busiest when New York opens. */
const HOURS = [
  0.95, 0.9, 0.86, 0.82, 0.8, 0.82, 0.88, 0.96, 1.02, 1.03, 1.0, 1.0, 1.06, 1.22, 1.32, 1.3, 1.22, 1.12, 1.06,
  1.04, 1.02, 1.0, 0.98, 0.97,
] as const
/** Weekend volatility relative to other days. */
const WEEKEND = 0.76
/** Weekday markets nearly rest from Friday 22:00 to Sunday 22:00. */
const CLOSING_HOUR = 22
const RESTING = 0.02

const DAYS = 7
const WEEK_HOURS = DAYS * 24
/** Days since Thursday: 1970-01-01 was one. */
const FRIDAY = 1
const SATURDAY = 2
const SUNDAY = 3
const HOUR_SECONDS = 3600

export const WEEK_PROFILES: Readonly<Record<TradingHours, WeekProfile>> = {
  always: createWeekProfile((day, hour) => HOURS[hour] * (day === SATURDAY || day === SUNDAY ? WEEKEND : 1)),
  weekdays: createWeekProfile((day, hour) => {
    const rests =
      day === SATURDAY || (day === FRIDAY && hour >= CLOSING_HOUR) || (day === SUNDAY && hour < CLOSING_HOUR)
    return HOURS[hour] * (rests ? RESTING : 1)
  }),
}

function createWeekProfile(volatilityOf: (day: number, hour: number) => number): WeekProfile {
  const volatilities = Array.from({ length: WEEK_HOURS }, (_, hour) =>
    volatilityOf(Math.floor(hour / 24), hour % 24),
  )
  const squares = volatilities.map((volatility) => volatility * volatility)
  const average = squares.reduce((sum, square) => sum + square, 0) / WEEK_HOURS
  const byHour = squares.map((square) => square / average)
  const byCandle = LEVEL_SECONDS.map((seconds) => {
    const hours = seconds / HOUR_SECONDS
    if (hours < 1) return []
    return Array.from({ length: WEEK_HOURS / hours }, (_, n) => {
      let sum = 0
      for (let hour = n * hours; hour < (n + 1) * hours; hour++) sum += byHour[hour]
      return sum / hours
    })
  })
  const byDay = byCandle[DAY_LEVEL]
  const daysInWeeks = (day: number): number => {
    let sum = Math.floor(day / DAYS) * DAYS
    const weekday = modulo(day, DAYS)
    for (let n = 0; n < weekday; n++) sum += byDay[n]
    return sum
  }
  /** The last interpolated hour: many candles lie within it. */
  let between = Number.NaN
  let left = 0
  let right = 0
  return {
    at(level, index) {
      const seconds = LEVEL_SECONDS[level]
      const means = byCandle[level]
      if (means.length > 0) return means[modulo(index, means.length)]
      // Below hours, interpolated between the middles of hours.
      const position = ((index + 0.5) * seconds) / HOUR_SECONDS - 0.5
      const hour = Math.floor(position)
      if (hour !== between) {
        left = byHour[modulo(hour, WEEK_HOURS)]
        right = byHour[modulo(hour + 1, WEEK_HOURS)]
        between = hour
      }
      return left + (right - left) * (position - hour)
    },
    days: (first, days) =>
      days === 1 ? byDay[modulo(first, DAYS)] : daysInWeeks(first + days) - daysInWeeks(first),
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
