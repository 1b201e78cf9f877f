/**
 * The requests of a session: the newest entries, and exact counts of all. An entry is added when its request arrives, and its duration
 * when the reply has left.
 */

import type { RequestFacts } from '../../kit/metrics/metrics.js'
import type { Effect } from '../../kit/outcome-class.js'
import { changesIn, type JournalChanges, type JournalCursor } from './changes.js'
import type { JournalParts } from './create-parts.js'
import {
  type Arrival,
  type Deciders,
  type EntryFilter,
  entryOf,
  isAutomaticPreflight,
  isMatch,
  type JournalEntry,
  type JournalRecord,
  kindFor,
  type RequestKind,
} from './entry.js'
import type { HeldCounts } from './kind-counts.js'
import { type HeldRecords, MAX_LINES } from './lines.js'
import type { ReplyOrder } from './reply-order.js'
import { recentTraffic } from './traffic.js'
import { Waiters } from './waiters.js'

/** A replica that left without notice. */
export interface Lost {
  readonly replica: string
  /** Last sign of life, ms since 1970. */
  readonly sinceMs: number
}

/** A journal at one moment. It shares its lines with the journal: the budget evicts them from both. */
export interface JournalState {
  readonly next: number
  readonly lines: HeldRecords
  readonly counts: HeldCounts
}

/** The part of a journal that does not depend on where its lines are kept. */
export abstract class Journal {
  readonly sessionId: string
  protected readonly shared: JournalParts
  protected readonly waiters = new Waiters((filter) => this.count(filter))
  /** Replicas whose last entries may be missing; undefined without a store. */
  lost: readonly Lost[] | undefined

  constructor(shared: JournalParts, sessionId: string) {
    this.shared = shared
    this.sessionId = sessionId
  }

  /**
   * Adds a request that arrived `elapsedMs` ago, with the rule that fired on it, the planned status and outcome, and the run whose rules
   * decided.
   */
  add(
    arrival: Arrival,
    rule: string | null,
    status: number | null,
    outcome: string,
    run?: Deciders,
    effect?: Effect,
    elapsedMs = 0,
  ): JournalRecord {
    const line = this.enter(arrival, kindFor(arrival, rule, status, outcome, effect), run, elapsedMs)
    if (isCountedForGood(line.kind)) this.shared.metrics?.countRequest(line.kind)
    this.waiters.see(line)
    return line
  }

  /** Counts a request and keeps it as a line. */
  protected abstract enter(
    arrival: Arrival,
    kind: RequestKind,
    run: Deciders | undefined,
    elapsedMs: number,
  ): JournalRecord

  /** Records that the rule that fired changed nothing after all. */
  abstract changeNothing(line: JournalRecord): void

  /** Records that the client disconnected before it was answered, `ms` after the request arrived. */
  abandon(line: JournalRecord, ms: number): void {
    line.goneMs = Math.round(ms)
    this.amended(line)
    this.shared.onEnd?.(line, ms, true, this.sessionId)
  }

  /** Records that the reply has left, `ms` after the request arrived. */
  finish(line: JournalRecord, ms: number, { connection }: Pick<Arrival, 'connection'>): void {
    const { departures, metrics, onEnd } = this.shared
    line.ms = Math.round(ms)
    this.amended(line)
    onEnd?.(line, ms, false, this.sessionId)
    noteDeparture(departures, line, connection, () => this.departed(line))
    if (isCountedForGood(line.kind)) metrics?.observeReply(line.kind.endpoint, ms)
  }

  /** Called when a line that was added before has changed. */
  protected abstract amended(line: JournalRecord): void

  /** Called when the departure of a reply with Retry-After is recorded in its line. */
  protected departed(_line: JournalRecord): void {}

  /** The kept lines, newest first. */
  abstract newestFirst(): Iterable<JournalRecord>

  /** A kept line by its number. */
  find(n: number): JournalRecord | undefined {
    for (const line of this.newestFirst()) if (line.n <= n) return line.n === n ? line : undefined
    return undefined
  }

  /** The kept lines, newest last. */
  lines(): readonly JournalRecord[] {
    return [...this.newestFirst()].reverse()
  }

  /** The current end of the journal. */
  abstract readonly mark: JournalCursor

  /** Entries added or changed since a mark, at most `limit`; without a mark, the newest. */
  changes(since: JournalCursor | undefined, limit: number): JournalChanges {
    return changesIn(this.newestFirst(), this.mark, since, limit)
  }

  /** Real ms on the stopwatch of its records. */
  realMs(): number {
    return this.shared.departures.realMs()
  }

  /** The request rate of each base address. */
  traffic(): ReturnType<typeof recentTraffic> {
    return recentTraffic(this.newestFirst(), this.realMs())
  }

  /** The newest entries that match, newest last: those with n above `since`, at most `limit`. */
  entries(filter: EntryFilter = {}, since = 0, limit = MAX_LINES): JournalEntry[] {
    const found: JournalEntry[] = []
    for (const line of this.newestFirst()) {
      if (line.n <= since || found.length >= limit) break
      if (isMatch(line, filter)) found.push(entryOf(line))
    }
    return found.reverse()
  }

  /** The number of requests that match, evicted ones included; a filter by client counts kept lines only. */
  abstract count(filter?: EntryFilter): number

  /**
   * Resolves as soon as `count` entries match; false when one of the signals ended the wait first. Each signal has its own
   * listener: Node 20 may collect a timeout that only AbortSignal.any references before it fires.
   */
  waitFor(filter: EntryFilter, count: number, ...signals: readonly AbortSignal[]): Promise<boolean> {
    return this.waiters.wait(filter, count, signals)
  }

  /** The number of pending `waitFor` calls. */
  get waiting(): number {
    return this.waiters.size
  }

  abstract clear(): void

  /** Releases its records from the budget; it is read only briefly after. */
  abstract end(): void

  abstract state(): JournalState
  abstract restore(state: JournalState): void
}

/** Records when a reply with Retry-After leaves. `then` is called once that is recorded. */
function noteDeparture(
  departures: ReplyOrder,
  line: JournalRecord,
  connection: Arrival['connection'],
  then: () => void,
): void {
  const hasRetryAfter = line.retryAfterSeconds !== undefined
  // In process, a departure matters only for the client's next request.
  if (!hasRetryAfter && connection === undefined) return
  departures.leave(connection, (departure) => {
    if (!hasRetryAfter) return
    line.left = departure
    line.leftRealMs = departures.realMs()
    then()
  })
}

/** Whether metrics count a kind: sent to a base address, and not a preflight. */
function isCountedForGood(kind: RequestKind): kind is RequestKind & RequestFacts {
  return kind.base !== null && !isAutomaticPreflight(kind)
}

export type { EntryFilter, JournalEntry } from './entry.js'
