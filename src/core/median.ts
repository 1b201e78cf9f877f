/** The middle of sorted values; NaN without any. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The largest, or `least` if none is larger: unlike `Math.max`, of any number of values. */
export function maxOf(values: readonly number[], least = Number.NEGATIVE_INFINITY): number {
  return values.reduce((max, value) => Math.max(max, value), least)
}

/** The smallest, or infinity of none. */
export function minOf(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY)
}
