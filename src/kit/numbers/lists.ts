/** Binary search for the first item that passes; the length if none does. Items that pass must follow all others. */
export function firstIndexOf<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  let from = 0
  for (let to = items.length; from < to; ) {
    const middle = (from + to) >> 1
    if (passes(items[middle])) to = middle
    else from = middle + 1
  }
  return from
}

/** The largest, or `least` if none is larger. */
export function maxOf(values: readonly number[], least = Number.NEGATIVE_INFINITY): number {
  return values.reduce((max, value) => Math.max(max, value), least)
}

/** The smallest, or infinity of none. */
export function minOf(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY)
}

/** The middle of sorted values; NaN without any. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The first item with the largest value. */
export function maxBy<Item>(items: readonly Item[], measure: (item: Item) => number): Item | undefined {
  const most = maxOf(items.map(measure))
  return items.find((item) => measure(item) === most)
}
