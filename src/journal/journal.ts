/**
 * What came and what was done about it: the newest entries, and exact counts of all of them. An entry is written when the
 * request arrives; how long it took is added when its reply has left.
 */
import type { Effect } from '../core/outcome-class.js'
import { newInstanceId } from '../core/random.js'
import { changesIn, type JournalChanges, type Mark } from './changes.js'
import type { Departures } from './departures.js'
import {
  type Arrival,
  type Deciders,
  entryOf,
  isAboutAsker,
  isMatch,
  type JournalEntry,
  type JournalFilter,
  kindFor,
  type Line,
  toLine,
  unchangedKind,
} from './entry.js'
import { createKindCounts, type HeldCounts, isCountedForGood, type KindCounts } from './kind-counts.js'
import { createLines, type HeldLines, type Lines, MOST_LINES } from './lines.js'
import { createJournalParts, type JournalParts } from './parts.js'
import { trafficOf } from './traffic.js'
import { createWaiters, type Waiters } from './waiters.js'

export interface Journal {
  /** Takes down a request, the rule that fired on it, what it is going to be answered, and whose rules were asked. */
  add(
    arrival: Arrival,
    rule: string | null,
    status: number | null,
    outcome: string,
    run?: Deciders,
    effect?: Effect,
  ): Line
  /** Takes note that the rule that fired turned out to change nothing. */
  changeNothing(line: Line): void
  /** Takes note that its client went away before it was answered, `ms` after it came. */
  abandon(line: Line, ms: number): void
  /** Takes note that its reply has left, `ms` after it came. */
  finish(line: Line, ms: number, arrival: Pick<Arrival, 'connection'>): void
  /** Those that are kept, newest last, with what entries do not tell. */
  lines(): readonly Line[]
  newestFirst(): Iterable<Line>
  /** How far it has come. */
  readonly mark: Mark
  /** What came or changed since a mark, at most `limit` entries; the newest that there are where none is given. */
  changes(since: Mark | undefined, limit: number): JournalChanges
  /** How busy each base address is. */
  traffic(): ReturnType<typeof trafficOf>
  /** The newest entries that match, newest last: those with n above `since`, at most `limit`. */
  entries(filter?: JournalFilter, since?: number, limit?: number): JournalEntry[]
  /** How many have come in all, also of those that are no longer kept; by who asked, only those that are. */
  count(filter?: JournalFilter): number
  /**
   * Resolves as soon as `count` entries match; false when one of the signals ended the wait first. Each is listened to by
   * itself: Node 20 may collect a timeout that only AbortSignal.any knows of before it is over.
   */
  waitFor(filter: JournalFilter, count: number, ...signals: readonly AbortSignal[]): Promise<boolean>
  /** How many wait. */
  readonly waiting: number
  clear(): void
  /** Those who wrote to it and went without a word, and since when something of theirs may be missing; nobody when left out. */
  readonly lost?: readonly Lost[]
  /** What it holds is its own from now on, and no longer of the budget: it is read at most a little while longer. */
  end(): void
  state(): JournalState
  restore(state: JournalState): void
}

/** A replica that went without a word. */
export interface Lost {
  readonly replica: string
  /** When it was heard last, ms since 1970. */
  readonly sinceMs: number
}

/** A journal at one moment. Its lines are the journal's own: what the budget lets go, it has no longer either. */
export interface JournalState {
  readonly next: number
  readonly lines: HeldLines
  readonly counts: HeldCounts
}

export function createJournal(parts: JournalParts = createJournalParts()): Journal {
  return new SessionJournal(parts)
}

/** A class: each of thousands of sessions has one. */
class SessionJournal implements Journal {
  readonly #parts: JournalParts
  readonly #lines: Lines
  readonly #waiters: Waiters = createWaiters((filter) => this.count(filter))
  #next = 1
  #revision = 0
  /** Undefined until somebody asks for it, and once more when it was cleared or restored. */
  #epoch: string | undefined
  readonly #counts: KindCounts = createKindCounts()

  constructor(parts: JournalParts) {
    this.#parts = parts
    this.#lines = createLines(parts.budget)
  }

  add(
    arrival: Arrival,
    rule: string | null,
    status: number | null,
    outcome: string,
    run?: Deciders,
    effect?: Effect,
  ): Line {
    const { departures, metrics } = this.#parts
    const kind = kindFor(arrival, rule, status, outcome, effect)
    const counter = this.#counts.of(kind)
    counter.count++
    const line = toLine(arrival, run, {
      n: this.#next++,
      kind: counter.kind.rule === rule ? counter.kind : kind,
      realMs: departures.realMs(),
      seen: departures.seenBy(arrival.connection),
      revision: ++this.#revision,
    })
    this.#lines.add(line)
    if (isCountedForGood(line.kind)) metrics?.countRequest(line.kind)
    this.#waiters.see(line)
    return line
  }

  changeNothing(line: Line): void {
    const { kind } = line
    const before = this.#counts.of(kind)
    const unchanged = unchangedKind(kind)
    const after = this.#counts.of(unchanged)
    // What was cleared or restored meanwhile counts it no longer.
    if (before.kind === kind && line.n < this.#next && before.count > 0) {
      before.count--
      after.count++
    }
    line.kind = after.kind.rule === kind.rule ? after.kind : unchanged
    line.revision = ++this.#revision
    this.#waiters.recount()
  }

  abandon(line: Line, ms: number): void {
    line.goneMs = Math.round(ms)
    line.revision = ++this.#revision
    this.#parts.onEnd?.(line, ms, true)
  }

  finish(line: Line, ms: number, { connection }: Pick<Arrival, 'connection'>): void {
    const { departures, metrics, onEnd } = this.#parts
    line.ms = Math.round(ms)
    line.revision = ++this.#revision
    onEnd?.(line, ms, false)
    noteDeparture(departures, line, connection)
    if (isCountedForGood(line.kind)) metrics?.observeReply(line.kind.endpoint, ms)
  }

  lines(): readonly Line[] {
    return [...this.newestFirst()].reverse()
  }

  newestFirst(): Iterable<Line> {
    return this.#lines.newestFirst()
  }

  get mark(): Mark {
    this.#epoch ??= newInstanceId()
    return { epoch: this.#epoch, revision: this.#revision, n: this.#next - 1 }
  }

  changes(since: Mark | undefined, limit: number): JournalChanges {
    return changesIn(this.newestFirst(), this.mark, since, limit)
  }

  traffic(): ReturnType<typeof trafficOf> {
    return trafficOf(this.newestFirst(), this.#parts.departures.realMs())
  }

  entries(filter: JournalFilter = {}, since = 0, limit = MOST_LINES): JournalEntry[] {
    const found: JournalEntry[] = []
    for (const line of this.#lines.newestFirst()) {
      if (line.n <= since || found.length >= limit) break
      if (isMatch(line, filter)) found.push(entryOf(line))
    }
    return found.reverse()
  }

  count(filter: JournalFilter = {}): number {
    if (!isAboutAsker(filter)) return this.#counts.sum(filter)
    let total = 0
    for (const line of this.#lines.newestFirst()) total += isMatch(line, filter) ? 1 : 0
    return total
  }

  waitFor(filter: JournalFilter, count: number, ...signals: readonly AbortSignal[]): Promise<boolean> {
    return this.#waiters.wait(filter, count, signals)
  }

  get waiting(): number {
    return this.#waiters.size
  }

  clear(): void {
    this.#epoch = undefined
    this.#lines.clear()
    this.#next = 1
    this.#counts.clear()
    this.#waiters.recount()
  }

  end(): void {
    this.#lines.end()
  }

  state(): JournalState {
    return {
      next: this.#next,
      lines: this.#lines.hold(),
      counts: this.#counts.hold(),
    }
  }

  restore(state: JournalState): void {
    this.#epoch = undefined
    this.#next = state.next
    this.#lines.restore(state.lines)
    this.#counts.restore(state.counts)
    this.#waiters.recount()
  }
}

/** Takes note of when a reply leaves that told its client to wait. `then` is called once that is noted. */
export function noteDeparture(
  departures: Departures,
  line: Line,
  connection: Arrival['connection'],
  then: () => void = () => {},
): void {
  const isTold = line.retryAfterSeconds !== undefined
  // In process nothing follows from a departure but what follows from its own reply.
  if (!isTold && connection === undefined) return
  departures.leave(connection, (departure) => {
    if (!isTold) return
    line.left = departure
    line.leftRealMs = departures.realMs()
    then()
  })
}
