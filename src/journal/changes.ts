/** What is new in a journal since somebody looked. */
import { entryOf, isPreflight, type JournalEntry, type JournalRecord } from './entry.js'

/** How far somebody has read a journal. */
export interface JournalCursor {
  /** Differs from that of any other journal, and after each time that it was cleared or restored. */
  readonly epoch: string
  /** The last revision of it that was read. */
  readonly revision: number
  /** The last entry that had come by then. */
  readonly n: number
}

export interface JournalChanges {
  /** Where to go on. */
  readonly mark: JournalCursor
  /** Those that came or changed, oldest first. */
  readonly entries: readonly JournalEntry[]
  /** How many more came than are told: let go meanwhile, or more than are told at a time. */
  readonly missed: number
  /** Whether entries that were read before are no longer of this journal. */
  readonly reset: boolean
}

/**
 * What came or changed between two marks, at most `limit` entries. Of those that came the newest are told; none that changed
 * is left out: where they are too many, the rest is told the next time. `newestFirst` are the lines that are kept.
 */
export function changesIn(
  newestFirst: Iterable<JournalRecord>,
  now: JournalCursor,
  since: JournalCursor | undefined,
  limit: number,
): JournalChanges {
  const goesOn = since !== undefined && since.epoch === now.epoch && since.revision <= now.revision
  const from = goesOn ? since : { ...now, revision: 0, n: 0 }
  const came: JournalRecord[] = []
  const changed: JournalRecord[] = []
  let oldest = now.n + 1
  for (const line of newestFirst) {
    oldest = line.n
    if (isPreflight(line.kind)) continue
    if (line.n > from.n) came.push(line)
    else if (line.revision > from.revision) changed.push(line)
  }
  const told = changed.sort((a, b) => a.revision - b.revision).slice(0, limit)
  const until = told.length < changed.length ? told[told.length - 1].revision : now.revision
  const comers = came.filter(({ revision }) => revision <= until)
  const shown = comers.slice(0, limit - told.length)
  const letGo = Math.max(0, oldest - 1 - from.n)
  return {
    mark: {
      ...now,
      revision: until,
      n: until === now.revision ? now.n : Math.max(from.n, comers[0]?.n ?? 0),
    },
    entries: [...told, ...shown].sort((a, b) => a.n - b.n).map(entryOf),
    // Whoever begins to read has missed nothing.
    missed: goesOn ? letGo + comers.length - shown.length : 0,
    reset: since !== undefined && !goesOn,
  }
}
