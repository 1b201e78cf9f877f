/** New and changed entries of a journal since a cursor. */
import { entryOf, isAutomaticPreflight, type JournalRecord } from './entry.js'

/** A reader's position in a journal. */
export interface JournalCursor {
  /** Unique per journal, and renewed when it is cleared or restored. */
  readonly epoch: string
  /** The last revision read. */
  readonly revision: number
  /** The last entry added by then. */
  readonly n: number
}

export type JournalChanges = ReturnType<typeof changesIn>

/**
 * Entries added or changed since a cursor, at most `limit`. Of added entries the newest are returned; of changed ones none is lost,
 * as those above the limit follow with the next read. `newestFirst` are the kept records.
 */
export function changesIn(
  newestFirst: Iterable<JournalRecord>,
  now: JournalCursor,
  since: JournalCursor | undefined,
  limit: number,
) {
  const goesOn = since !== undefined && since.epoch === now.epoch && since.revision <= now.revision
  const from = goesOn ? since : { ...now, revision: 0, n: 0 }
  const came: JournalRecord[] = []
  const changed: JournalRecord[] = []
  let oldest = now.n + 1
  for (const line of newestFirst) {
    oldest = line.n
    if (isAutomaticPreflight(line.kind)) continue
    if (line.n > from.n) came.push(line)
    else if (line.revision > from.revision) changed.push(line)
  }
  const reported = changed.sort((a, b) => a.revision - b.revision).slice(0, limit)
  const until = reported.length < changed.length ? reported[reported.length - 1]!.revision : now.revision
  const comers = came.filter(({ revision }) => revision <= until)
  const shown = comers.slice(0, limit - reported.length)
  const evicted = Math.max(0, oldest - 1 - from.n)
  const n = until === now.revision ? now.n : Math.max(from.n, comers[0]?.n ?? 0)
  return {
    /** Cursor for the next read. */
    mark: { ...now, revision: until, n },
    /** Added and changed entries, oldest first. */
    entries: [...reported, ...shown].sort((a, b) => a.n - b.n).map(entryOf),
    /** Added entries that are left out: evicted meanwhile, or above the limit. A first read misses nothing. */
    missed: goesOn ? evicted + comers.length - shown.length : 0,
    /** Whether entries read earlier have been removed from the journal. */
    reset: since !== undefined && !goesOn,
  }
}
