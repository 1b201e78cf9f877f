/** Values of replies, in either dialect's writing; what is not told, or is no number, is undefined or NaN. */

export type Row = Readonly<Record<string, unknown>>

/** A price of a row: `min`, `median` or `max`, by either dialect's name. */
export function priceOf(row: Row, which: string): bigint | undefined {
  return bigOf(row[`${which}Price`]) ?? bigOf(row[`${which}PriceFull`])
}

export function bigOf(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^-?\d{1,100}$/.test(value) ? BigInt(value) : undefined
}

/** Those that are known stand in rising order. */
export function isOrdered(values: readonly (bigint | number | undefined)[]): boolean {
  const known = values.filter((value) => value !== undefined && !Number.isNaN(value)) as (bigint | number)[]
  return known.every((value, index) => index === 0 || value >= known[index - 1])
}

/** Whether its prices stand in order. */
export function isWhole(row: Row): boolean {
  return isOrdered([priceOf(row, 'min'), priceOf(row, 'median'), priceOf(row, 'max')])
}

/** A time in s, whatever it was written in. */
export function secondsOf(time: unknown): number {
  const value = typeof time === 'string' ? Date.parse(time) / 1000 : Number(time)
  return value >= 1e14 ? value / 1e6 : value >= 1e11 ? value / 1000 : value
}

/** Far more than any reply has, far less than whoever walks through it by calls can. */
export const MOST_LEVELS = 64

/** A body that is no JSON, or nested deeper than `MOST_LEVELS`, is undefined. */
export function jsonOf(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MOST_LEVELS && level.length > 0; depth++)
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  return level.length > 0
}
