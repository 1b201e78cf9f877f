/**
 * The journal of a session that several replicas write. Lines of this replica are written in batches a few ms later; lines of
 * all replicas are read on demand.
 */
import { pause, processMs } from '../../kit/clock/timers.js'
import { newInstanceId } from '../../kit/random/random.js'
import type { JournalCursor } from '../journal/changes.js'
import type { JournalParts } from '../journal/create-parts.js'
import {
  type Arrival,
  type Deciders,
  type EntryFilter,
  type JournalRecord,
  type RequestKind,
  toRecord,
  unchangedKind,
} from '../journal/entry.js'
import { Journal, type JournalState } from '../journal/journal.js'
import { MAX_LINES } from '../journal/lines.js'
import type { UnreadableError } from '../state-store.js'
import type { OwnLine } from './batch.js'
import type { StoreContext } from './context.js'
import { type Gathering, JournalView } from './journal-view.js'
import { TTL_SECONDS } from './keys.js'
import type { Membership } from './membership.js'
import { Outbox, type WrittenBatch } from './outbox.js'
import type { StoreTime } from './time.js'

/** The replica that a journal belongs to. */
export interface JournalOwner {
  readonly store: StoreContext
  readonly membership: Membership
  readonly shared: JournalParts
  /** Called when the journal has something to write. */
  onNews(journal: StoreJournal): void
  /** Reads the journal once all replicas have written theirs. */
  gather(journal: StoreJournal): Promise<void>
}

/** Interval of reads while a call waits for entries. */
const POLL_MS = 10

/** A journal id begins with the time of its creation, see `beganMs`. */
export function newJournalId(time: StoreTime): string {
  return `${Math.floor(time.wallMs())}.${newInstanceId()}`
}

export class StoreJournal extends Journal {
  readonly #owner: JournalOwner
  id: string
  view: JournalView
  /** Set while the store's part of it cannot be read or written. */
  unreadable: UnreadableError | undefined
  readonly #outbox: Outbox
  #looking = 0
  #reading: Promise<void> = Promise.resolve()

  constructor(sessionId: string, owner: JournalOwner) {
    super(owner.shared, sessionId)
    this.#owner = owner
    this.id = newJournalId(owner.store.time)
    this.view = new JournalView(owner.shared.budget)
    this.#outbox = new Outbox(owner.store.replica, (batch) => this.#writeBatch(batch))
    this.lost = []
  }

  protected enter(
    arrival: Arrival,
    kind: RequestKind,
    run: Deciders | undefined,
    elapsedMs: number,
  ): JournalRecord {
    const stampUs = this.#owner.store.time.stampUs()
    const plain = toRecord(arrival, run, {
      n: 0,
      kind: this.#count(kind, 1),
      realMs: stampUs / 1000 - elapsedMs,
      seen: this.shared.departures.seenBy(arrival.connection),
      revision: 0,
    })
    const line = this.#outbox.add(plain, stampUs, this.id)
    if (this.#outbox.backlog === 1) this.#owner.onNews(this)
    return line
  }

  changeNothing(line: JournalRecord): void {
    const { kind } = line
    // A journal that was cleared or restored meanwhile no longer counts the line.
    const isCounted = (line as OwnLine).journalId === this.id
    if (isCounted) this.#count(kind, -1)
    line.kind = this.#count(unchangedKind(kind), isCounted ? 1 : 0)
    this.amended(line)
  }

  protected amended(line: JournalRecord): void {
    const own = line as OwnLine
    if (own.journalId === this.id && this.#outbox.note(own)) this.#owner.onNews(this)
  }

  protected override departed(line: JournalRecord): void {
    this.amended(line)
  }

  newestFirst(): Iterable<JournalRecord> {
    return this.view.newestFirst()
  }

  get mark(): JournalCursor {
    return { epoch: this.id, ...this.view.mark }
  }

  count(filter: EntryFilter = {}): number {
    return this.view.count(filter)
  }

  /** Without a signal only requests to this replica end the wait: it may be unbounded, so the store is not polled. */
  override async waitFor(
    filter: EntryFilter,
    count: number,
    ...signals: readonly AbortSignal[]
  ): Promise<boolean> {
    const waiting = super.waitFor(filter, count, ...signals)
    if (signals.length === 0) return waiting
    const isFirst = this.#looking++ === 0
    if (isFirst) void this.#look()
    const reached = await waiting
    this.#looking--
    await this.#owner.gather(this)
    return reached
  }

  async #look(): Promise<void> {
    while (this.#looking > 0) {
      await pause(POLL_MS, { isIdle: true })
      // Unsealed: lines not yet written by other replicas keep their places. An unreachable store has no news.
      await this.read(0).catch(() => {})
    }
  }

  clear(): void {
    this.follow(newJournalId(this.#owner.store.time))
  }

  /** Switches to the journal of that id in the store. */
  follow(id: string): void {
    if (id === this.id) return
    this.id = id
    this.lost = []
    this.unreadable = undefined
    this.#outbox.clear()
    this.#forgetView()
    this.waiters.recount()
  }

  end(): void {
    this.view.end()
  }

  state(): JournalState {
    throw new Error('snapshots of a shared session are in its store')
  }

  restore(): void {
    throw new Error('snapshots of a shared session are in its store')
  }

  /** When it was begun or cleared, ms since 1970. */
  get beganMs(): number {
    return Number(this.id.slice(0, this.id.indexOf('.')))
  }

  get keys(): readonly [lines: string, counts: string] {
    const { keys } = this.#owner.store
    return [keys.lines(this.sessionId, this.id), keys.counts(this.sessionId, this.id)]
  }

  /** The number of unwritten lines. */
  get backlog(): number {
    return this.#outbox.backlog
  }

  get hasNews(): boolean {
    return this.#outbox.hasNews
  }

  /** Writes all pending lines; keeps them and rejects if the store refuses. */
  write(): Promise<void> {
    return this.#outbox.write()
  }

  /** Reads the lines of all replicas. Seals the journal up to `sealUs`: later writes are appended. */
  read(sealUs: number): Promise<void> {
    const mine = this.#reading.then(() => this.#readOnce(sealUs))
    this.#reading = mine.catch(() => {})
    return mine
  }

  async #readOnce(sealUs: number): Promise<void> {
    const { store, membership } = this.#owner
    // Starts over at most once: lines still missing then are lost.
    for (let tries = 0; tries < 2; tries++) {
      const { id } = this
      const gathering = (await membership.whileCurrent(
        store.call('gather', this.keys, [sealUs, this.view.lastEntry]),
      )) as Gathering
      if (this.id !== id) return
      if (this.view.take(gathering)) return this.waiters.recount()
      this.#forgetView()
    }
  }

  async #writeBatch({ number, lines, changes, text, counts }: WrittenBatch): Promise<void> {
    const { replica, time, call } = this.#owner.store
    const sentMs = processMs()
    const args = [replica, number, TTL_SECONDS, MAX_LINES, lines, changes, text, ...counts]
    time.learn(sentMs, (await call('take', this.keys, args)) as readonly [string, string])
  }

  #count(kind: RequestKind, more: number): RequestKind {
    return this.#outbox.count(kind, more, this.view.kinds)
  }

  #forgetView(): void {
    this.view.end()
    this.view = new JournalView(this.shared.budget)
  }
}
