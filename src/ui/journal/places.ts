/** Where requests lie in a list that has the newest on top: the entries themselves are kept oldest first. */
import { firstFrom } from '../journal-entries.js'
import type { Entry } from '../replies.js'

/** From 0, the newest; where it is not shown, undefined. */
export function placeInList(entries: readonly Entry[], n: number): number | undefined {
  const index = firstFrom(entries, n)
  return entries[index]?.n === n ? entries.length - 1 - index : undefined
}

/** Rows beyond the edge, so that a quick turn of the wheel finds them made. */
const BEYOND = 8

/**
 * Which row of the page shows a place: one that is scrolled away becomes one that is seen next, and what stays in sight
 * stays in its row. Places are counted from the oldest here, so that nothing changes its row when others come.
 */
export function rowKey(
  places: readonly number[],
  index: number,
  total: number,
  count: number,
): string | number {
  const isApart = index > 0 && places[index] !== places[index - 1] + 1
  // One more than are made side by side, for a chosen one that lies just beyond them.
  return isApart ? 'chosen' : (total - 1 - places[index]) % (count + 2 * BEYOND + 1)
}

/** The places whose rows are made: those that are seen with some beyond, and the chosen one, of which the list speaks. */
export function windowOf(
  { first, count }: { readonly first: number; readonly count: number },
  total: number,
  chosen: number | undefined,
): number[] {
  const from = Math.max(first - BEYOND, 0)
  const to = Math.min(first + count + BEYOND, total)
  const places = Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index)
  return chosen === undefined || (chosen >= from && chosen < to) ? places : [...places, chosen]
}
