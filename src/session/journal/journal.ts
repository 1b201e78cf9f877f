/**
 * The requests of a session: the newest entries, and exact counts of all. An entry is added when its request arrives, and its duration
 * when the reply has left.
 */

import type { Reply } from '../../api/routing/reply.js'
import type { Metrics, RequestFacts } from '../../kit/metrics/metrics.js'
import { type Effect, isFailedOutcome, OUTCOME_CLASSES } from '../../kit/outcome-class.js'
import { changesIn, type JournalChanges, type JournalCursor } from './changes.js'
import { type HeldSteps, KindCounts, StepCounts } from './counts.js'
import {
  type Arrival,
  type Deciders,
  type EntryFilter,
  entryOf,
  filtersByClient,
  isAutomaticPreflight,
  isMatch,
  type JournalEntry,
  type JournalRecord,
  kindFor,
  type RequestKind,
  unchangedKind,
} from './entry.js'
import { IncidentSummaries } from './incidents.js'
import { createRecordBudget, MAX_LINES, RecordList } from './lines.js'
import { createReplyOrder, type ReplyOrder } from './reply-order.js'
import { recentTraffic } from './traffic.js'
import { Waiters } from './waiters.js'

/** The part of a journal that does not depend on where its lines are kept. */
export abstract class Journal {
  readonly sessionId: string
  protected readonly shared: JournalParts
  protected readonly records: RecordList
  protected readonly counts = new KindCounts()
  readonly incidents = new IncidentSummaries()
  protected readonly waiters = new Waiters((filter) => this.count(filter))

  constructor(shared: JournalParts, sessionId: string) {
    this.shared = shared
    this.records = new RecordList(shared.budget)
    this.sessionId = sessionId
  }

  /**
   * Adds a request that arrived `elapsedMs` ago, with the rule that fired on it, the planned status and outcome, and the run whose rules
   * decided. `entered` is its record where a store has it already.
   */
  add(
    arrival: Arrival,
    rule: string | null,
    status: number | null,
    outcome: string,
    run?: Deciders,
    effect?: Effect,
    elapsedMs = 0,
    entered?: JournalRecord,
  ): JournalRecord {
    const kind = kindFor(arrival, rule, status, outcome, effect)
    const line = this.enter(kind, entered, arrival, run, elapsedMs)
    if (isCountedForGood(line.kind)) this.shared.metrics?.countRequest(line.kind)
    return line
  }

  /** Resolves once others can read the entry as it is; undefined where they can. */
  written(_line: JournalRecord): Promise<unknown> | undefined {
    return undefined
  }

  /** Counts a request and keeps it as a line. */
  protected abstract enter(
    kind: RequestKind,
    entered: JournalRecord | undefined,
    arrival: Arrival,
    run: Deciders | undefined,
    elapsedMs: number,
  ): JournalRecord

  /** Records that the rule that fired changed nothing after all. */
  changeNothing(line: JournalRecord): void {
    this.recast(line, unchangedKind(line.kind))
  }

  /** Records another kind than planned. */
  abstract recast(line: JournalRecord, kind: RequestKind): void

  /** Records that the client disconnected before it was answered, `ms` after the request arrived. */
  abandon(line: JournalRecord, ms: number): void {
    line.goneMs = Math.round(ms)
    this.amended(line)
    this.shared.onEnd?.(line, this.sessionId)
  }

  /** Records that the reply has left, `ms` after the request arrived. */
  finish(line: JournalRecord, ms: number, { sender }: Pick<Arrival, 'sender'>): void {
    const { metrics, onEnd } = this.shared
    line.ms = Math.round(ms)
    this.amended(line)
    onEnd?.(line, this.sessionId)
    this.#noteDeparture(line, sender)
    if (isCountedForGood(line.kind)) metrics?.observeReply(line.kind.endpoint, ms)
  }

  /** Keeps the beginning of an error, for as long as its record; `finish` or `abandon` follows. */
  fail(line: JournalRecord, { status, body }: Pick<Reply, 'status' | 'body'>): void {
    if (status < 400) return
    line.error = body.toString('utf8', 0, ERROR_BYTES)
    this.records.grow(line, line.error.length)
  }

  /** Called when a line that was added before has changed, such as the facts of its stream. */
  abstract amended(line: JournalRecord): void

  /** Numbers a departure; its line records that of a reply with Retry-After. In process, no other matters. */
  #noteDeparture(line: JournalRecord, sender: Arrival['sender']): void {
    const { departures } = this.shared
    const isRecorded = line.retryAfterSeconds !== undefined
    if (!isRecorded && sender === undefined) return
    departures.leave(sender, (departure) => {
      if (!isRecorded) return
      line.left = departure
      line.leftRealMs = departures.realMs()
      this.departed(line)
    })
  }

  /** Called when the departure of a reply with Retry-After is recorded in its line. */
  protected departed(_line: JournalRecord): void {}

  /** The kept lines, newest first. */
  newestFirst(): Iterable<JournalRecord> {
    return this.records.newestFirst()
  }

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
  count(filter: EntryFilter = {}): number {
    if (!filtersByClient(filter)) return this.counts.sum(filter)
    let total = 0
    for (const line of this.newestFirst()) total += isMatch(line, filter) ? 1 : 0
    return total
  }

  /** The number of requests without an answer, or with an error, as planned on arrival; evicted ones included. */
  failures(): number {
    return OUTCOME_CLASSES.filter(isFailedOutcome).reduce((sum, met) => sum + this.counts.sum({}, met), 0)
  }

  /** The newest kept one of them. */
  lastFailure(): JournalEntry | null {
    for (const line of this.newestFirst())
      if (isFailedOutcome(line.kind.met) && isMatch(line, {})) return entryOf(line)
    return null
  }

  /**
   * Requests per base, outcome and step of time: of all requests in memory, of the kept ones with a store. Replicas would have to
   * agree in the store on when steps double; its function counts by kind alone.
   */
  steps(): HeldSteps {
    const counts = new StepCounts()
    for (const line of this.newestFirst()) counts.add(line)
    return counts.hold()
  }

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
  end(): void {
    this.records.end()
  }
}

/** Whether metrics count a kind: sent to a base address, and not a preflight. */
function isCountedForGood(kind: RequestKind): kind is RequestKind & RequestFacts {
  return kind.base !== null && !isAutomaticPreflight(kind)
}

export type { EntryFilter, JournalEntry } from './entry.js'

const ERROR_BYTES = 2048

/** Memory budget for the records of all journals. */
export const MAX_LINES_BYTES = 64 << 20

/** Called with the record of a request that has ended: `ms` or `goneMs` is its duration. */
export type OnEnd = (line: JournalRecord, sessionId: string) => void

export type JournalParts = ReturnType<typeof createJournalParts>

/** Shared parts of a server's journals; counters of `metrics` are never reset. */
export function createJournalParts(
  metrics?: Pick<Metrics, 'countRequest' | 'observeReply'>,
  given: {
    readonly maxBytes?: number
    /** Called for each request once its reply has left or its client has disconnected. */
    readonly onEnd?: OnEnd | undefined
    readonly departures?: ReplyOrder
  } = {},
) {
  const { maxBytes = MAX_LINES_BYTES, onEnd, departures = createReplyOrder() } = given
  return { budget: createRecordBudget(maxBytes), departures, onEnd, metrics }
}
