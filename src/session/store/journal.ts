/** The journal of a session that several replicas write: entries by the call that counts them, their ends shortly after. */
import { whilePending } from '../../kit/clock/timers.js'
import { coalesced } from '../../kit/maps.js'
import { newInstanceId } from '../../kit/random/random.js'
import type { JournalCursor } from '../journal/changes.js'
import {
  type Arrival,
  type EntryFilter,
  type JournalRecord,
  kindText,
  type RequestKind,
} from '../journal/entry.js'
import { Journal, type JournalParts } from '../journal/journal.js'
import type { Session } from '../session.js'
import { hashFields, type StoreContext } from './connection.js'
import { countsIn, createKindReader, entryChangeOf, recordOf, valuesText } from './entries.js'
import type { FunctionName } from './lua-functions.js'

/** Interval of reads while a call waits for entries. */
const POLL_MS = 10
const PAGE = 5000

/** An entry as the store has it. */
export interface StoredRecord extends JournalRecord {
  readonly journalId: string
  /** Text of the kind that it is counted as. */
  counted: string
  /** Called with the text of its planned kind, where that is another one. */
  readonly onPlanned: ((kind: string) => void) | undefined
}

type Events = readonly (readonly [id: string, fields: readonly string[]])[]

/** With a store, every journal is one of these. */
export const journalOf = ({ journal }: Session): StoreJournal => journal as StoreJournal

/** Its lines and counts are a copy of those in the store up to a revision. */
export class StoreJournal extends Journal {
  readonly #store: StoreContext
  /** Key of the replies to its calls, and the number of the last call. */
  readonly #answers: string
  #number = 0
  id = newInstanceId()
  #kindOf = createKindReader()
  #revision = 0
  /** Number of the last entry. */
  #n = 0
  readonly #changed = new Set<StoredRecord>()
  #polling = 0
  /** Reads what is new in the store. */
  readonly read = coalesced(() => this.#readNow())
  /** Writes all changes: those of one turn of the event loop, or of the time that the last call takes. */
  readonly settle = coalesced(() => this.#send())

  constructor(sessionId: string, store: StoreContext, shared: JournalParts) {
    super(shared, sessionId)
    this.#store = store
    this.#answers = store.keys.answers(sessionId, newInstanceId())
  }

  get keys(): readonly [lines: string, counts: string] {
    const { keys } = this.#store
    return [keys.lines(this.sessionId, this.id), keys.counts(this.sessionId, this.id)]
  }

  /** Calls a function that runs once, however often the call is sent. */
  call(name: FunctionName, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    return this.#store.call(name, [this.#answers, ...keys], [++this.#number, ...args])
  }

  /** The last departure that the sender has certainly seen. */
  seenBy({ sender }: Arrival): number {
    return this.shared.departures.seenBy(sender)
  }

  protected enter(kind: RequestKind, entered: JournalRecord | undefined): JournalRecord {
    if (entered === undefined) throw new Error('the store has no entry of this request')
    entered.kind = kind
    // A call that polls the store counts what it reads.
    if (this.#polling === 0) this.waiters.see(entered)
    return entered
  }

  /** Resolves once the store has the planned outcome; undefined where it has. */
  override written(line: JournalRecord): Promise<unknown> | undefined {
    const { counted, onPlanned } = line as StoredRecord
    const planned = kindText(line.kind)
    if (counted === planned) return undefined
    onPlanned?.(planned)
    this.#changed.add(line as StoredRecord)
    return this.#store.within(this.settle())
  }

  recast(line: JournalRecord, kind: RequestKind): void {
    line.kind = kind
    this.amended(line)
  }

  /** A store that does not answer has the change later; one that refuses it shows the entry as it arrived. */
  amended(line: JournalRecord): void {
    const isFirst = this.#changed.size === 0
    this.#changed.add(line as StoredRecord)
    if (isFirst) this.settle().catch(this.#store.onTrouble)
  }

  protected override departed(line: JournalRecord): void {
    this.amended(line)
  }

  async #send(): Promise<void> {
    await this.#store.turnEnd()
    const changes = [...this.#changed].flatMap((line) => {
      if (line.journalId !== this.id) return []
      const { counted, kind } = line
      line.counted = kindText(kind)
      return [line.n, valuesText(line), line.counted, line.counted === counted ? '' : counted]
    })
    this.#changed.clear()
    if (changes.length > 0) await this.call('amend', this.keys, changes)
  }

  get mark(): JournalCursor {
    return { epoch: this.id, revision: this.#revision, n: this.#n }
  }

  /** Without a signal only requests to this replica end the wait: it may be unbounded, so the store is not polled. */
  override async waitFor(
    filter: EntryFilter,
    count: number,
    ...signals: readonly AbortSignal[]
  ): Promise<boolean> {
    const waiting = super.waitFor(filter, count, ...signals)
    if (signals.length === 0) return waiting
    this.#polling++
    try {
      // A store that does not answer has no news.
      return await whilePending(waiting, POLL_MS, () => this.read().catch(() => {}))
    } finally {
      this.#polling--
    }
  }

  clear(): void {
    this.follow(newInstanceId())
  }

  /** Switches to the journal of that id in the store. */
  follow(id: string): void {
    if (id === this.id) return
    this.id = id
    this.#changed.clear()
    this.#forget()
    this.waiters.recount()
  }

  async #readNow(): Promise<void> {
    for (;;) {
      const { id } = this
      const reply = await this.#store.ask('journal', this.keys, [`${this.#revision}-1`, PAGE])
      const [counts, events] = reply as readonly [readonly string[], Events]
      if (this.id !== id) return
      for (const [event, fields] of events) {
        const revision = Number(event.slice(0, -2))
        // Events in between were trimmed, and what they changed is out of date.
        if (revision !== this.#revision + 1) this.#forget()
        this.#take(revision, hashFields(fields))
        this.#revision = revision
      }
      this.#takeCounts(hashFields(counts))
      if (events.length < PAGE) return this.waiters.recount()
    }
  }

  /** Reads the counts alone, which do not grow with the journal. */
  async readCounts(): Promise<void> {
    const { commands, within } = this.#store
    this.#takeCounts(await within(commands.hgetall(this.keys[1])))
  }

  #takeCounts(fields: Readonly<Record<string, string>>): void {
    this.counts.restore(countsIn(fields, this.#kindOf))
  }

  /** Reads an event: a new entry, or the change of one. */
  #take(revision: number, fields: Readonly<Record<string, string>>): void {
    if (fields['entry'] !== undefined) {
      const line = recordOf(fields, revision, this.#kindOf)
      this.#n = line.n
      this.records.add(line)
    } else {
      const line = this.find(Number(fields['n']))
      if (line === undefined) return
      const wasHeld = line.ms === null && line.goneMs === null
      Object.assign(line, entryChangeOf(fields, this.#kindOf), { revision })
      if (wasHeld && (line.ms !== null || line.goneMs !== null)) this.incidents.add(line)
      this.records.grow(line, line.error?.length ?? 0)
    }
  }

  #forget(): void {
    this.records.clear()
    this.counts.clear()
    this.incidents.restore(new Map())
    this.#kindOf = createKindReader()
    this.#revision = 0
    this.#n = 0
  }
}
