import { ParseError } from './parse.js'

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A number and its unit: `250ms`, `1.5s`, `5m`, `2h`, `1d`. */
export const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/** Parses text such as `10s` to ms; throws a ParseError, also for a number without a unit. */
export function parseDuration(text: string): number {
  const [, amount, unit] = DURATION.exec(text) ?? []
  if (amount === undefined)
    throw new ParseError(text, 'write a number and its unit, such as 250ms, 10s, 5m, 2h or 1d')
  return Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]
}

/** The shortest such text for a whole number of ms: 90000 → `90s`, 120000 → `2m`. */
export function formatDuration(ms: number): string {
  const [unit, unitMs] = Object.entries(UNIT_MS).findLast(
    ([, unitMs]) => ms % unitMs === 0 && ms >= unitMs,
  ) ?? ['ms', 1]
  return `${ms / unitMs}${unit}`
}

const UNIT_WORDS = { d: 86_400, h: 3600, min: 60, s: 1 } as const

/** A length of time in print: `300 ms`, `1.5 s`, `90 s`, `10 min`, `1 h 10 s`; at most two units. */
export function durationInWords(ms: number): string {
  // A time before a limit never reads as the limit.
  if (ms !== 0 && ms < 1000) return `${Math.min(Math.round(ms), 999)} ms`
  const step = ms < 10_000 ? 10 : 100
  if (ms === 0 || (ms < 120_000 && ms % 60_000 !== 0)) return `${(Math.floor(ms / step) * step) / 1000} s`
  let left = Math.floor(ms / 1000)
  const parts = Object.entries(UNIT_WORDS).flatMap(([unit, seconds]) => {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    return count === 0 ? [] : [`${count} ${unit}`]
  })
  return parts.slice(0, 2).join(' ')
}

/** How long a request took: like a length of time, but `0 ms` where that was too short to measure. */
export const latencyInWords = (ms: number): string => (ms === 0 ? '0 ms' : durationInWords(ms))

/** Time since a start: `+0:30.1`, `+7:21:00.0`. */
export function sinceInWords(ms: number): string {
  const tenths = Math.round(Math.abs(ms) / 100)
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  const minutes = Math.floor(tenths / 600)
  const whole =
    minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return `${ms < 0 ? '−' : '+'}${whole}:${seconds}`
}
