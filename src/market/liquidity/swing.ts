/** Swings: how far a price has moved within the last days. Large moves liquidate positions. */
import type { Swing } from './interest.js'
import { DAYS_BEFORE, MEMORY_DAYS } from './price-reading.js'

type Days = Readonly<Record<'open' | 'high' | 'low', ArrayLike<number>>>

/** Swing at the start of a day, which itself does not count. */
export function swingAtMidnight(days: Days, day: number): Swing {
  const opening = days.open[day]
  return swingOn(days, day, 0, { high: opening, low: opening })
}

/**
 * Swing on the day at an index of `days`, of which `sinceMidnight` has passed with the extremes `running`; moves are measured
 * from the opening of their day or the one before.
 */
export function swingOn(
  { open, high, low }: Days,
  today: number,
  sinceMidnight: number,
  running = { high: high[today], low: low[today] },
): Swing {
  let fall = 0
  let rise = 0
  const first = Math.max(0, today - DAYS_BEFORE)
  for (let day = first; day <= today; day++) {
    const isRunning = day === today
    const weight = isRunning ? 1 : 1 - (today - 1 - day + sinceMidnight) / MEMORY_DAYS
    if (weight <= 0) continue
    const before = open[Math.max(first, day - 1)]
    const lowest = isRunning ? running.low : low[day]
    const highest = isRunning ? running.high : high[day]
    fall = Math.max(fall, weight * (1 - lowest / Math.max(open[day], before)))
    rise = Math.max(rise, weight * (highest / Math.min(open[day], before) - 1))
  }
  return { fall, rise }
}
