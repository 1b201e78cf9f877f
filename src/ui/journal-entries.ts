/** The journal as the page keeps it: a list by number, oldest first. */
import { firstIndexOf } from '../core/search.js'
import type { Entry } from './replies.js'

/** As many as the server keeps. */
export const MOST_ENTRIES = 10_000

/**
 * A list with `changed` in it: those that it has are replaced, and new ones put in their places. Both are in the order of
 * their numbers.
 */
export function withChanges(entries: readonly Entry[], changed: readonly Entry[]): readonly Entry[] {
  if (changed.length === 0) return entries
  // Nearly always only the end changes: what lies before is taken as it is.
  const from = firstFrom(entries, changed[0].n)
  const merged = entries.slice(0, from)
  let at = from
  for (const entry of changed) {
    while (at < entries.length && entries[at].n < entry.n) merged.push(entries[at++])
    if (at < entries.length && entries[at].n === entry.n) at++
    merged.push(entry)
  }
  while (at < entries.length) merged.push(entries[at++])
  return merged.length > MOST_ENTRIES ? merged.slice(-MOST_ENTRIES) : merged
}

/** Where the first one lies whose number is not below `n`. */
export const firstFrom = (entries: readonly Entry[], n: number): number =>
  firstIndexOf(entries, (entry) => entry.n >= n)

/** Whether two cursors are of one journal, neither cleared nor restored in between. */
export function isSameJournal(known: string | undefined, told: string): boolean {
  return known !== undefined && placeOf(known) === placeOf(told)
}

/** Which journal it is: all but the two numbers that say how far it was read. */
const placeOf = (cursor: string) => cursor.split('.').slice(0, -2).join('.')
