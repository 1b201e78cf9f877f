/** Whether clients honour Retry-After. */

import { queryKeyOf } from '../../api/endpoints/query-key.js'
import { TIMER_TOLERANCE_MS } from '../../grading/timeline.js'
import { groupBy } from '../../kit/maps.js'
import { entryOf, type JournalEntry, type JournalRecord } from '../journal/entry.js'

/** A reply with Retry-After, and the client's next attempt. */
export interface RetryAfterPause {
  /** The request answered with Retry-After. */
  readonly after: Readonly<JournalEntry>
  readonly retryAfterMs: number
  /** The client's next request for the same query, sent after it had seen the reply; null before. */
  readonly next: Readonly<JournalEntry> | null
  /** Time between both, or until `now`, virtual or real, whichever is longer; null before the next, if `now` is not given. */
  readonly waitedMs: number | null
}

/** Whether the client waited as long as asked; null while that is open. */
export function isHonoured({ retryAfterMs, waitedMs, next }: RetryAfterPause): boolean | null {
  if (waitedMs === null) return null
  if (waitedMs >= retryAfterMs - TIMER_TOLERANCE_MS) return true
  return next === null ? null : false
}

/** An instant on the virtual clock and on the stopwatch of the records. */
export type Now = Pick<JournalRecord, 'atMs' | 'realMs'>

/** Requests over another connection count as sent after a reply once it left this long ago. */
const SURELY_SEEN_MS = 100

/**
 * All records with Retry-After, in order, each with the next request that should have waited: same query, same base address,
 * indistinguishable client, sent after the reply had arrived.
 */
export function pausesIn(lines: readonly JournalRecord[], now?: Now): RetryAfterPause[] {
  const nextOf = new Map<JournalRecord, JournalRecord>()
  for (const alike of groupBy(lines, groupOf).values()) {
    const reported = alike
      .filter(({ left }) => left !== undefined)
      .sort((a, b) => (a.left as number) - (b.left as number))
    // Seeing a departure implies seeing all earlier ones, so pending replies are always the last.
    let first = 0
    for (const later of alike)
      while (first < reported.length && hadSeenReply(later, reported[first]!))
        nextOf.set(reported[first++]!, later)
  }
  const paused = lines.filter(({ retryAfterSeconds }) => retryAfterSeconds !== undefined)
  return paused.map((line) => {
    const next = nextOf.get(line)
    const until = next ?? now
    return {
      after: entryOf(line),
      retryAfterMs: Math.round((line.retryAfterSeconds ?? 0) * 1000),
      next: next === undefined ? null : entryOf(next),
      waitedMs: until === undefined ? null : Math.max(until.atMs - line.atMs, until.realMs - line.realMs),
    }
  })
}

function hadSeenReply(
  later: JournalRecord,
  { left = Infinity, leftRealMs = Infinity }: JournalRecord,
): boolean {
  return later.seen >= left || later.realMs - leftRealMs >= SURELY_SEEN_MS
}

/** Query, base address and client of a record. */
const groupOf = ({ kind, address, userAgent, url }: JournalRecord): string => {
  const { network, base, method, endpoint } = kind
  return JSON.stringify([network, base, method, address, userAgent, queryKeyOf(endpoint, url)])
}
