/** Of which periods recorded candles may be, and how periods and times are written in messages. */
import { formatDuration } from '../core/duration.js'

const DAY = 86_400
/** Below these there is no room for a high and a low between open and close. */
const TOO_SHORT = [2, 3]

export function isPeriod(seconds: number): boolean {
  return seconds <= DAY && DAY % seconds === 0 && !TOO_SHORT.includes(seconds)
}

/** The longest period of which both are multiples; undefined where that is none, or a second, which fits anything. */
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
