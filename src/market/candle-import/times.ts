/** The time of a candle in any format of exchanges. */
import { formatDuration } from '../../kit/text/duration.js'
import { ParseError, parseInstant } from '../../kit/text/parse.js'
import { cellText } from './problem.js'

/** Units by size, which do not overlap for plausible times. */
const UNITS = [
  { below: 1e11, perSecond: 1 },
  { below: 1e14, perSecond: 1e3 },
  { below: 1e17, perSecond: 1e6 },
] as const
const HINT = 'write Unix time in s, ms or µs, or UTC such as 2025-10-10T21:15:00Z'
const WHOLE = /^\d+$/
/** Date and time separated by a space, with an optional zone. */
const SPACED = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})?$/

/** Unix seconds; the problem as text if the cell has none. */
export function timeIn(cell: unknown): number | string {
  const seconds = typeof cell === 'number' ? secondsOf(cell) : textSeconds(cell)
  if (typeof seconds === 'string' || Number.isInteger(seconds)) return seconds
  return `the time ${cellText(cell)} is not a whole second`
}

function invalid(cell: unknown): string {
  return `the time ${cellText(cell)} is invalid: ${HINT}`
}

function textSeconds(cell: unknown): number | string {
  const text = typeof cell === 'string' ? cell.trim() : ''
  if (WHOLE.test(text)) return secondsOf(Number(text))
  const [, day, time, zone = 'Z'] = SPACED.exec(text) ?? []
  try {
    const ms = parseInstant(day === undefined ? text : `${day}T${time}${zone === 'UTC' ? 'Z' : zone}`)
    if (ms !== 'now') return ms / 1000
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
  }
  return invalid(cell)
}

function secondsOf(time: number): number | string {
  const unit = UNITS.find(({ below }) => time < below)
  return unit === undefined || !(time >= 0) ? invalid(time) : time / unit.perSecond
}

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
