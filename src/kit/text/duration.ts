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
