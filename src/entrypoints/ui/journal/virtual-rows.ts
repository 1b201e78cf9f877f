import { firstFrom } from '../journal-entries.js'
import type { Entry } from '../replies.js'

/** The place from 0, the newest, of an entry in a list sorted oldest first; undefined if not shown. */
export function placeInList(entries: readonly Entry[], n: number): number | undefined {
  const index = firstFrom(entries, n)
  return entries[index]?.n === n ? entries.length - 1 - index : undefined
}

/** Rows rendered beyond each edge, for fast scrolling. */
const BEYOND = 8

/** The key of a row: rows that scroll away are reused, visible ones are kept, as keys count from the oldest request. */
export function rowKey(
  places: readonly number[],
  index: number,
  total: number,
  count: number,
): string | number {
  const isApart = index > 0 && places[index] !== places[index - 1] + 1
  // One more than are rendered in a row, for a chosen one just beyond them.
  return isApart ? 'chosen' : (total - 1 - places[index]) % (count + 2 * BEYOND + 1)
}

/** Rendered places: the visible ones, some beyond, and the chosen one, to which the list refers. */
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
