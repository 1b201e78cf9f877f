/** Extremes of any number of values, which `Math.max` and `Math.min` take only as arguments. */

/** The largest, or `least` if none is larger. */
export function maxOf(values: readonly number[], least = Number.NEGATIVE_INFINITY): number {
  return values.reduce((max, value) => Math.max(max, value), least)
}

/** The smallest, or infinity of none. */
export function minOf(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY)
}
