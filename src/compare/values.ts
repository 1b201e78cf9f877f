/** Values of replies in either dialect; missing or unreadable ones are undefined or NaN. */

export type JsonRow = Readonly<Record<string, unknown>>

export function priceOf(row: JsonRow, which: string): bigint | undefined {
  return bigOf(row[`${which}Price`]) ?? bigOf(row[`${which}PriceFull`])
}

export function bigOf(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^-?\d{1,100}$/.test(value) ? BigInt(value) : undefined
}

export function isOrdered(values: readonly (bigint | number | undefined)[]): boolean {
  const known = values.filter((value) => value !== undefined && !Number.isNaN(value)) as (bigint | number)[]
  return known.every((value, index) => index === 0 || value >= known[index - 1]!)
}

export function isWhole(row: JsonRow): boolean {
  return isOrdered([priceOf(row, 'min'), priceOf(row, 'median'), priceOf(row, 'max')])
}

/** Converts an ISO text or a number in s, ms or µs to s. */
export function secondsOf(time: unknown): number {
  const value = typeof time === 'string' ? Date.parse(time) / 1000 : Number(time)
  return value >= 1e14 ? value / 1e6 : value >= 1e11 ? value / 1000 : value
}

/** More than any reply has, and safe for recursion. */
export const MAX_LEVELS = 64

/** Several times as many as any reply has: parsed values take up to a hundred times the space of their text. */
const MAX_VALUES = 400_000
const SEPARATORS = [',', ':', '[', '{'].map((sign) => sign.charCodeAt(0))

/** Overestimates, as it also counts separators in strings. */
export function hasTooManyValues(body: string): boolean {
  let count = 0
  for (let at = 0; at < body.length && count <= MAX_VALUES; at++)
    if (SEPARATORS.includes(body.charCodeAt(at))) count++
  return count > MAX_VALUES
}

/** Undefined for invalid JSON, deeper nesting than `MAX_LEVELS`, or more than `MAX_VALUES`. */
export function jsonOf(body: string): unknown {
  if (hasTooManyValues(body)) return undefined
  try {
    const value: unknown = JSON.parse(body)
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MAX_LEVELS && level.length > 0; depth++)
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  return level.length > 0
}
