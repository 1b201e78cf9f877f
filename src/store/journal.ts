/**
 * The journal of a session that several replicas write. What this one takes down is written a few ms later, many lines at a time;
 * what all have is read when somebody asks.
 */
import { later } from '../clock/timers.js'
import {
  type Arrival,
  entryOf,
  isMatch,
  isSameKind,
  type JournalEntry,
  type JournalFilter,
  type Line,
  type RequestKind,
  toLine,
} from '../journal/entry.js'
import {
  isCountedForGood,
  type Journal,
  type JournalState,
  type Lost,
  MOST_KINDS,
  noteDeparture,
  OTHER_RULE,
} from '../journal/journal.js'
import { MOST_LINES } from '../journal/lines.js'
import type { JournalParts } from '../journal/parts.js'
import { createWaiters, type Waiters } from '../journal/waiters.js'
import { kindWords, type OwnLine, toText } from './batch.js'
import { type Gathering, JournalView } from './journal-view.js'

/** What a journal needs of the replica that it is of. */
export interface StoreJournalParts {
  readonly replica: string
  readonly journals: JournalParts
  newJournalId(): string
  stampUs(): number
  /** Something is to be written soon. */
  onWritten(journal: StoreJournal): void
  /** Has the function `take` write a batch. */
  write(
    journal: Readonly<Pick<StoreJournal, 'sessionId' | 'id'>>,
    number: number,
    lines: number,
    text: string,
    counts: readonly (string | number)[],
  ): Promise<void>
  /** Reads what was written. */
  look(journal: StoreJournal): Promise<void>
  /** The same, when everybody has written all that was taken down before. */
  gather(journal: StoreJournal): Promise<void>
}

interface Counter {
  readonly kind: RequestKind
  /** How many more since the last batch. */
  more: number
}

/** Lines of a batch: what goes over the connection at once stays below a megabyte or two. */
const MOST_IN_BATCH = 500
/** How often those look who wait for something to come. */
const LOOK_MS = 10

export class StoreJournal implements Journal {
  readonly sessionId: string
  readonly #parts: StoreJournalParts
  readonly #waiters: Waiters = createWaiters((filter) => this.count(filter))
  id: string
  view: JournalView
  lost: readonly Lost[] = []
  #own = 0
  #batches = 0
  #lines: OwnLine[] = []
  #changed: OwnLine[] = []
  #counters = new Map<string, Counter>()
  #latest: Counter | undefined
  #writing: Promise<void> | undefined
  #looking = 0

  constructor(sessionId: string, parts: StoreJournalParts) {
    this.sessionId = sessionId
    this.#parts = parts
    this.id = parts.newJournalId()
    this.view = new JournalView(parts.journals.budget)
  }

  add(arrival: Arrival, rule: string | null, status: number | null, outcome: string): Line {
    const { departures, metrics } = this.#parts.journals
    const { network, base, endpoint = null, method, connection } = arrival
    const counter = this.#counterOf({ network, base, endpoint, method, rule, status, outcome })
    counter.more++
    const stampUs = this.#parts.stampUs()
    const plain = toLine(arrival, 0, counter.kind, stampUs / 1000, departures.seenBy(connection))
    const line: OwnLine = Object.assign(plain, {
      own: ++this.#own,
      stampUs,
      journalId: this.id,
      isSent: false,
    })
    this.#lines.push(line)
    if (isCountedForGood(line.kind)) metrics?.countRequest(line.kind)
    this.#waiters.see(line)
    this.#parts.onWritten(this)
    return line
  }

  changeNothing(line: Line): void {
    const { kind } = line
    const own = line as OwnLine
    const after = this.#counterOf({ ...kind, outcome: 'unchanged' })
    // What was cleared or restored meanwhile counts it no longer.
    if (own.journalId === this.id) {
      this.#counterOf(kind).more--
      after.more++
    }
    line.kind = after.kind
    this.#note(own)
  }

  abandon(line: Line, ms: number): void {
    this.#parts.journals.onEnd?.(line, ms, true)
  }

  finish(line: Line, ms: number, { connection }: Pick<Arrival, 'connection'>): void {
    const { departures, metrics, onEnd } = this.#parts.journals
    const own = line as OwnLine
    line.ms = Math.round(ms)
    onEnd?.(line, ms, false)
    noteDeparture(departures, line, connection, () => this.#note(own))
    if (own.isSent) this.#note(own)
    if (isCountedForGood(line.kind)) metrics?.observeReply(line.kind.endpoint, ms)
  }

  lines(): readonly Line[] {
    return [...this.view.newestFirst()].reverse()
  }

  entries(filter: JournalFilter = {}, since = 0, limit = MOST_LINES): JournalEntry[] {
    const found: JournalEntry[] = []
    for (const line of this.view.newestFirst()) {
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
    this.#lines = []
    this.#changed = []
    this.#counters = new Map()
    this.#latest = undefined
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
    return this.#lines.length
  }

  get hasNews(): boolean {
    return this.#lines.length > 0 || this.#changed.length > 0
  }

  /** Writes all that was taken down until now. Rejects where the store takes nothing more; it is kept, then. */
  async write(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
    while (this.hasNews) {
      this.#writing = this.#writeBatch()
      try {
        await this.#writing
      } finally {
        this.#writing = undefined
      }
    }
  }

  async #writeBatch(): Promise<void> {
    const { id } = this
    const lines = this.#lines.slice(0, MOST_IN_BATCH)
    const changed = this.#changed
    this.#changed = []
    const isAll = lines.length === this.#lines.length
    const counted = isAll ? [...this.#counters.values()].filter(({ more }) => more !== 0) : []
    const counts = counted.map(({ kind, more }) => ({ kind, more }))
    for (const counter of counted) counter.more = 0
    for (const line of lines) line.isSent = true
    const text = toText(this.#parts.replica, lines, changed)
    this.#lines = this.#lines.slice(lines.length)
    try {
      const fields = counts.flatMap(({ kind, more }) => [JSON.stringify(kindWords(kind)), more])
      await this.#parts.write({ sessionId: this.sessionId, id }, ++this.#batches, lines.length, text, fields)
    } catch (error) {
      if (id === this.id) {
        // As it was; what was finished meanwhile is in the lines themselves.
        this.#lines = [...lines, ...this.#lines]
        this.#changed = [...changed, ...this.#changed]
        for (const { kind, more } of counts) this.#counterOf(kind).more += more
        for (const line of lines) line.isSent = false
      }
      throw error
    }
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
    if (!line.isSent || line.journalId !== this.id) return
    this.#changed.push(line)
    this.#parts.onWritten(this)
  }

  #counterOf(kind: RequestKind): Counter {
    if (this.#latest === undefined || !isSameKind(this.#latest.kind, kind))
      this.#latest = this.#findCounter(kind)
    return this.#latest
  }

  #findCounter(kind: RequestKind): Counter {
    const { network, base, endpoint, rule, status, method, outcome } = kind
    const words = `${network}|${base}|${endpoint}|${rule}|${status}|${method}|${outcome}`
    const known = this.#counters.get(words)
    if (known !== undefined) return known
    if (Math.max(this.view.kinds, this.#counters.size) >= MOST_KINDS && rule !== OTHER_RULE && rule !== null)
      return this.#findCounter({ ...kind, rule: OTHER_RULE })
    const counter = { kind, more: 0 }
    this.#counters.set(words, counter)
    return counter
  }
}
