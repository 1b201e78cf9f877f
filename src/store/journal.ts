/**
 * The journal of a session that several replicas write. What this one takes down is written a few ms later, many lines at a time;
 * what all have is read when somebody asks.
 */
import { later } from '../clock/timers.js'
import type { Effect } from '../core/outcome-class.js'
import { changesIn, type JournalChanges, type Mark } from '../journal/changes.js'
import {
  type Arrival,
  type Deciders,
  entryOf,
  isMatch,
  type JournalEntry,
  type JournalFilter,
  kindFor,
  type Line,
  toLine,
  unchangedKind,
} from '../journal/entry.js'
import { type Journal, type JournalState, type Lost, noteDeparture } from '../journal/journal.js'
import { isCountedForGood } from '../journal/kind-counts.js'
import { MOST_LINES } from '../journal/lines.js'
import type { JournalParts } from '../journal/parts.js'
import { trafficOf } from '../journal/traffic.js'
import { createWaiters, type Waiters } from '../journal/waiters.js'
import type { OwnLine } from './batch.js'
import { type Gathering, JournalView } from './journal-view.js'
import { Outbox, type WriteBatch } from './outbox.js'

/** What a journal needs of the replica that it is of. */
export interface StoreJournalParts {
  readonly replica: string
  readonly journals: JournalParts
  newJournalId(): string
  stampUs(): number
  /** Something is to be written soon. */
  onWritten(journal: StoreJournal): void
  /** Has the function `take` write a batch. */
  write(journal: StoreJournal, ...batch: Parameters<WriteBatch>): Promise<void>
  /** Reads what was written. */
  look(journal: StoreJournal): Promise<void>
  /** The same, when everybody has written all that was taken down before. */
  gather(journal: StoreJournal): Promise<void>
}

/** How often those look who wait for something to come. */
const LOOK_MS = 10

export class StoreJournal implements Journal {
  readonly sessionId: string
  readonly #parts: StoreJournalParts
  readonly #waiters: Waiters = createWaiters((filter) => this.count(filter))
  id: string
  view: JournalView
  lost: readonly Lost[] = []
  readonly #outbox: Outbox
  #looking = 0

  constructor(sessionId: string, parts: StoreJournalParts) {
    this.sessionId = sessionId
    this.#parts = parts
    this.id = parts.newJournalId()
    this.view = new JournalView(parts.journals.budget)
    this.#outbox = new Outbox({
      replica: parts.replica,
      kinds: () => this.view.kinds,
      write: (...batch) => parts.write(this, ...batch),
    })
  }

  add(
    arrival: Arrival,
    rule: string | null,
    status: number | null,
    outcome: string,
    run?: Deciders,
    effect?: Effect,
  ): Line {
    const { departures, metrics } = this.#parts.journals
    const kind = this.#outbox.count(kindFor(arrival, rule, status, outcome, effect), 1)
    const stampUs = this.#parts.stampUs()
    const seen = departures.seenBy(arrival.connection)
    const plain = toLine(arrival, run, { n: 0, kind, realMs: stampUs / 1000, seen, revision: 0 })
    const line = this.#outbox.add(plain, stampUs, this.id)
    if (isCountedForGood(line.kind)) metrics?.countRequest(line.kind)
    this.#waiters.see(line)
    if (this.#outbox.backlog === 1) this.#parts.onWritten(this)
    return line
  }

  changeNothing(line: Line): void {
    const { kind } = line
    const own = line as OwnLine
    // What was cleared or restored meanwhile counts it no longer.
    const isCounted = own.journalId === this.id
    if (isCounted) this.#outbox.count(kind, -1)
    line.kind = this.#outbox.count(unchangedKind(kind), isCounted ? 1 : 0)
    this.#note(own)
  }

  abandon(line: Line, ms: number): void {
    line.goneMs = Math.round(ms)
    this.#note(line as OwnLine)
    this.#parts.journals.onEnd?.(line, ms, true)
  }

  finish(line: Line, ms: number, { connection }: Pick<Arrival, 'connection'>): void {
    const { departures, metrics, onEnd } = this.#parts.journals
    const own = line as OwnLine
    line.ms = Math.round(ms)
    onEnd?.(line, ms, false)
    noteDeparture(departures, line, connection, () => this.#note(own))
    this.#note(own)
    if (isCountedForGood(line.kind)) metrics?.observeReply(line.kind.endpoint, ms)
  }

  lines(): readonly Line[] {
    return [...this.newestFirst()].reverse()
  }

  newestFirst(): Iterable<Line> {
    return this.view.newestFirst()
  }

  get mark(): Mark {
    return { epoch: this.id, ...this.view.mark }
  }

  changes(since: Mark | undefined, limit: number): JournalChanges {
    return changesIn(this.newestFirst(), this.mark, since, limit)
  }

  traffic(): ReturnType<typeof trafficOf> {
    return trafficOf(this.newestFirst(), this.#parts.journals.departures.realMs())
  }

  entries(filter: JournalFilter = {}, since = 0, limit = MOST_LINES): JournalEntry[] {
    const found: JournalEntry[] = []
    for (const line of this.newestFirst()) {
      if (line.n <= since || found.length >= limit) break
      if (isMatch(line, filter)) found.push(entryOf(line))
    }
    return found.reverse()
  }

  count(filter: JournalFilter = {}): number {
    return this.view.count(filter)
  }

  /** Without a signal it lasts for good, and nobody is in a hurry: only what comes to this replica ends it. */
  async waitFor(filter: JournalFilter, count: number, ...signals: readonly AbortSignal[]): Promise<boolean> {
    const waiting = this.#waiters.wait(filter, count, signals)
    if (signals.length === 0) return waiting
    const isFirst = this.#looking++ === 0
    if (isFirst) void this.#look()
    const reached = await waiting
    this.#looking--
    await this.#parts.gather(this)
    return reached
  }

  async #look(): Promise<void> {
    while (this.#looking > 0) {
      await new Promise<void>((resolve) => void later(LOOK_MS, resolve))
      // Where the store cannot be had nothing comes.
      await this.#parts.look(this).catch(() => {})
    }
  }

  get waiting(): number {
    return this.#waiters.size
  }

  clear(): void {
    this.follow(this.#parts.newJournalId())
  }

  /** Is from now on what lies in the store by that id. */
  follow(id: string): void {
    if (id === this.id) return
    this.id = id
    this.view.end()
    this.view = new JournalView(this.#parts.journals.budget)
    this.lost = []
    this.#outbox.clear()
    this.#waiters.recount()
  }

  end(): void {
    this.view.end()
  }

  state(): JournalState {
    throw new Error('the snapshots of a shared session lie in its store')
  }

  restore(): void {
    throw new Error('the snapshots of a shared session lie in its store')
  }

  /** When it was begun or cleared, ms since 1970. */
  get beganMs(): number {
    return Number(this.id.slice(0, this.id.indexOf('.')))
  }

  /** How many lines are not written yet. */
  get backlog(): number {
    return this.#outbox.backlog
  }

  /** Whether something is to be written. */
  get hasNews(): boolean {
    return this.#outbox.hasNews
  }

  /** Writes all that was taken down until now. Rejects where the store takes nothing more; it is kept, then. */
  write(): Promise<void> {
    return this.#outbox.write()
  }

  /** What everybody has written. */
  take(gathering: Gathering): boolean {
    const isWhole = this.view.take(gathering)
    if (!isWhole) {
      this.view.end()
      this.view = new JournalView(this.#parts.journals.budget)
      return false
    }
    this.#waiters.recount()
    return true
  }

  #note(line: OwnLine): void {
    if (line.journalId === this.id && this.#outbox.note(line)) this.#parts.onWritten(this)
  }
}
