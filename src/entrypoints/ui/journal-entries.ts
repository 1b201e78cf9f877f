import { firstIndexOf } from '../../kit/numbers/binary-search.js'
import type { Entry } from './replies.js'

/** The server's limit. */
export const MAX_ENTRIES = 10_000

/** Merges changed and new entries into a list; both are sorted by number. */
export function withChanges(entries: readonly Entry[], changed: readonly Entry[]): readonly Entry[] {
  if (changed.length === 0) return entries
  const from = firstFrom(entries, changed[0].n)
  const merged = entries.slice(0, from)
  let at = from
  for (const entry of changed) {
    while (at < entries.length && entries[at].n < entry.n) merged.push(entries[at++])
    if (at < entries.length && entries[at].n === entry.n) at++
    merged.push(entry)
  }
  while (at < entries.length) merged.push(entries[at++])
  return merged.length > MAX_ENTRIES ? merged.slice(-MAX_ENTRIES) : merged
}

/** The index of the first entry whose number is not below `n`. */
export const firstFrom = (entries: readonly Entry[], n: number): number =>
  firstIndexOf(entries, (entry) => entry.n >= n)

/** Whether two cursors belong to one journal that was neither cleared nor restored in between. */
export function isSameJournal(known: string | undefined, next: string): boolean {
  return known !== undefined && journalIdOf(known) === journalIdOf(next)
}

/** A cursor without its last two numbers, which are the position. */
const journalIdOf = (cursor: string) => cursor.split('.').slice(0, -2).join('.')
