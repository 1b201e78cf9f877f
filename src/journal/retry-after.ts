/** How clients heed Retry-After. */
import { groupBy } from '../core/maps.js'
import { queryKeyOf } from '../routing/query-key.js'
import { entryOf, type JournalEntry, type JournalRecord } from './entry.js'

/** A reply that told the client to wait, and how it did. */
export interface RetryAfterPause {
  /** The request that was answered with Retry-After. */
  readonly after: Readonly<JournalEntry>
  readonly retryAfterMs: number
  /** The next time that this client asked the same, having seen the reply; null while it has not. */
  readonly next: Readonly<JournalEntry> | null
  /** From the first to the next, in virtual or in real time, whichever is longer; null while there is none. */
  readonly waitedMs: number | null
}

/** What comes over another connection so long after a reply had left was sent after it had arrived. */
const SURELY_SEEN_MS = 100

/**
 * Every line whose reply told the client to wait, in order, with the next one that should have waited: the same question, at
 * the same base address, by a client that names itself alike, sent when the reply had arrived.
 */
export function pausesIn(lines: readonly JournalRecord[]): RetryAfterPause[] {
  const nextOf = new Map<JournalRecord, JournalRecord>()
  for (const alike of groupsOf(lines)) {
    const told = alike
      .filter(({ left }) => left !== undefined)
      .sort((a, b) => (a.left as number) - (b.left as number))
    // Whoever has seen a departure has seen all before it: so those that are still unheeded are always the last of them.
    let first = 0
    for (const later of alike)
      while (first < told.length && hadSeenReply(later, told[first])) nextOf.set(told[first++], later)
  }
  return lines.flatMap((line) => {
    if (line.retryAfterSeconds === undefined) return []
    const next = nextOf.get(line)
    return [
      {
        after: entryOf(line),
        retryAfterMs: Math.round(line.retryAfterSeconds * 1000),
        next: next === undefined ? null : entryOf(next),
        waitedMs: next === undefined ? null : Math.max(next.atMs - line.atMs, next.realMs - line.realMs),
      },
    ]
  })
}

function hadSeenReply(
  later: JournalRecord,
  { left = Infinity, leftRealMs = Infinity }: JournalRecord,
): boolean {
  return later.seen >= left || later.realMs - leftRealMs >= SURELY_SEEN_MS
}

/** Lines that ask the same of the same base address, by clients that cannot be told apart. */
function groupsOf(lines: readonly JournalRecord[]): Iterable<JournalRecord[]> {
  const groups = groupBy(lines, ({ kind: { network, base, method, endpoint }, userAgent, url }) =>
    JSON.stringify([network, base, method, userAgent, queryKeyOf(endpoint, url)]),
  )
  return groups.values()
}
