/**
 * What came and what was done about it: the newest entries, and exact counts of all of them. An entry is written when the
 * request arrives; how long it took is added when its reply has left.
 */
import type { RequestFacts } from '../metrics/metrics.js'
import type { Departures } from './departures.js'
import {
  type Arrival,
  entryOf,
  isAboutAsker,
  isKind,
  isMatch,
  isPreflight,
  isSameKind,
  type JournalEntry,
  type JournalFilter,
  type Line,
  type RequestKind,
  toLine,
} from './entry.js'
import { createLines, type HeldLines, type Lines, MOST_LINES } from './lines.js'
import { createJournalParts, type JournalParts } from './parts.js'
import { createWaiters, type Waiters } from './waiters.js'

export interface Journal {
  /** Takes down a request, the rule that fired on it, and what it is going to be answered. */
  add(arrival: Arrival, rule: string | null, status: number | null, outcome: string): Line
  /** Takes note that the rule that fired turned out to change nothing. */
  changeNothing(line: Line): void
  /** Takes note that its client went away before it was answered, `ms` after it came. */
  abandon(line: Line, ms: number): void
  /** Takes note that its reply has left, `ms` after it came. */
  finish(line: Line, ms: number, arrival: Pick<Arrival, 'connection'>): void
  /** Those that are kept, newest last, with what entries do not tell. */
  lines(): readonly Line[]
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
  readonly counts: readonly (readonly [words: string, counter: KindCounter])[]
}

/** Scenarios name their rules as they like; those of so many kinds are counted apart. */
export const MOST_KINDS = 5000

interface KindCounter {
  readonly kind: RequestKind
  count: number
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
  #counters = new Map<string, KindCounter>()
  /** The one that was asked for last: most requests are of the kind of the one before. */
  #latest: KindCounter | undefined

  constructor(parts: JournalParts) {
    this.#parts = parts
    this.#lines = createLines(parts.budget)
  }

  add(arrival: Arrival, rule: string | null, status: number | null, outcome: string): Line {
    const { departures, metrics } = this.#parts
    const { network, base, endpoint = null, method, connection } = arrival
    const kind: RequestKind = { network, base, endpoint, method, rule, status, outcome }
    const counter = this.#counterOf(kind)
    counter.count++
    const line = toLine(
      arrival,
      this.#next++,
      counter.kind.rule === rule ? counter.kind : kind,
      departures.realMs(),
      departures.seenBy(connection),
    )
    this.#lines.add(line)
    if (isCountedForGood(line.kind)) metrics?.countRequest(line.kind)
    this.#waiters.see(line)
    return line
  }

  changeNothing(line: Line): void {
    const { kind } = line
    const before = this.#counterOf(kind)
    const after = this.#counterOf({ ...kind, outcome: 'unchanged' })
    // What was cleared or restored meanwhile counts it no longer.
    if (before.kind === kind && line.n < this.#next && before.count > 0) {
      before.count--
      after.count++
    }
    line.kind = after.kind.rule === kind.rule ? after.kind : { ...kind, outcome: 'unchanged' }
    this.#waiters.recount()
  }

  abandon(line: Line, ms: number): void {
    this.#parts.onEnd?.(line, ms, true)
  }

  finish(line: Line, ms: number, { connection }: Pick<Arrival, 'connection'>): void {
    const { departures, metrics, onEnd } = this.#parts
    line.ms = Math.round(ms)
    onEnd?.(line, ms, false)
    noteDeparture(departures, line, connection)
    if (isCountedForGood(line.kind)) metrics?.observeReply(line.kind.endpoint, ms)
  }

  lines(): readonly Line[] {
    return [...this.#lines.newestFirst()].reverse()
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
    let total = 0
    if (isAboutAsker(filter))
      for (const line of this.#lines.newestFirst()) total += isMatch(line, filter) ? 1 : 0
    else for (const { kind, count } of this.#counters.values()) if (isKind(kind, filter)) total += count
    return total
  }

  waitFor(filter: JournalFilter, count: number, ...signals: readonly AbortSignal[]): Promise<boolean> {
    return this.#waiters.wait(filter, count, signals)
  }

  get waiting(): number {
    return this.#waiters.size
  }

  clear(): void {
    this.#lines.clear()
    this.#next = 1
    this.#counters = new Map()
    this.#latest = undefined
    this.#waiters.recount()
  }

  end(): void {
    this.#lines.end()
  }

  state(): JournalState {
    return {
      next: this.#next,
      lines: this.#lines.hold(),
      counts: [...this.#counters].map(([words, counter]) => [words, { ...counter }]),
    }
  }

  restore(state: JournalState): void {
    this.#next = state.next
    this.#lines.restore(state.lines)
    this.#latest = undefined
    this.#counters = new Map(state.counts.map(([words, counter]) => [words, { ...counter }]))
    this.#waiters.recount()
  }

  #counterOf(kind: RequestKind): KindCounter {
    if (this.#latest === undefined || !isSameKind(this.#latest.kind, kind))
      this.#latest = this.#findCounter(kind)
    return this.#latest
  }

  #findCounter(kind: RequestKind): KindCounter {
    const { network, base, endpoint, rule, status, method, outcome } = kind
    const words = `${network}|${base}|${endpoint}|${rule}|${status}|${method}|${outcome}`
    const known = this.#counters.get(words)
    if (known !== undefined) return known
    if (this.#counters.size >= MOST_KINDS && rule !== OTHER_RULE && rule !== null)
      return this.#findCounter({ ...kind, rule: OTHER_RULE })
    const counter = { kind, count: 0 }
    this.#counters.set(words, counter)
    return counter
  }
}

export const OTHER_RULE = '(other)'

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

/** What did not come to a base address, or of nobody's will, is no request that somebody watches over. */
export function isCountedForGood(kind: RequestKind): kind is RequestKind & RequestFacts {
  return kind.base !== null && !isPreflight(kind)
}

export type { JournalEntry, JournalFilter } from './entry.js'
