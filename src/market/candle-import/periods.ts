/** Periods of recorded candles, and periods and times in messages. */
import { formatDuration } from '../../kit/text/duration.js'

const DAY = 86_400
/** No room for a high and a low between open and close. */
const TOO_SHORT = [2, 3]

export function isPeriod(seconds: number): boolean {
  return seconds <= DAY && DAY % seconds === 0 && !TOO_SHORT.includes(seconds)
}

/** The greatest common period; undefined if invalid, or 1 s, which fits anything. */
export function commonPeriod(seconds: number, others: number): number | undefined {
  let [period, rest] = [seconds, others]
  while (rest > 0) [period, rest] = [rest, period % rest]
  return period > 1 && isPeriod(period) ? period : undefined
}

export function periodText(seconds: number): string {
  return formatDuration(seconds * 1000)
}

export function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}
