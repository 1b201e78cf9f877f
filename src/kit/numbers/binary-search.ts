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
