/** Binary search. */

/** The index of the first item that passes, or the length: no item that passes lies before one that does not. */
export function firstIndexOf<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  let from = 0
  for (let to = items.length; from < to; ) {
    const middle = (from + to) >> 1
    if (passes(items[middle])) to = middle
    else from = middle + 1
  }
  return from
}
