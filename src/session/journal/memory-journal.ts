/** A journal in the memory of this process. */
import { newInstanceId } from '../../kit/random/random.js'
import type { JournalCursor } from './changes.js'
import { createJournalParts, type JournalParts } from './create-parts.js'
import {
  type Arrival,
  type Deciders,
  type EntryFilter,
  filtersByClient,
  isMatch,
  type JournalRecord,
  type RequestKind,
  toRecord,
  unchangedKind,
} from './entry.js'
import { Journal, type JournalState } from './journal.js'
import { KindCounts } from './kind-counts.js'
import { RecordList } from './lines.js'

export class MemoryJournal extends Journal {
  readonly #lines: RecordList
  #next = 1
  #revision = 0
  /** Created by the first read, and reset when the journal is cleared or restored. */
  #epoch: string | undefined
  readonly #counts = new KindCounts()

  constructor(shared: JournalParts = createJournalParts(), sessionId = 'root') {
    super(shared, sessionId)
    this.#lines = new RecordList(shared.budget)
  }

  protected enter(
    arrival: Arrival,
    kind: RequestKind,
    run: Deciders | undefined,
    elapsedMs: number,
  ): JournalRecord {
    const { departures } = this.shared
    const counter = this.#counts.of(kind)
    counter.count++
    const line = toRecord(arrival, run, {
      n: this.#next++,
      kind: counter.kind.rule === kind.rule ? counter.kind : kind,
      realMs: departures.realMs() - elapsedMs,
      seen: departures.seenBy(arrival.connection),
      revision: ++this.#revision,
    })
    this.#lines.add(line)
    return line
  }

  changeNothing(line: JournalRecord): void {
    const { kind } = line
    const before = this.#counts.of(kind)
    const unchanged = unchangedKind(kind)
    const after = this.#counts.of(unchanged)
    // After a clear or restore the record is no longer counted.
    if (before.kind === kind && line.n < this.#next && before.count > 0) {
      before.count--
      after.count++
    }
    line.kind = after.kind.rule === kind.rule ? after.kind : unchanged
    this.amended(line)
    this.waiters.recount()
  }

  protected amended(line: JournalRecord): void {
    line.revision = ++this.#revision
  }

  newestFirst(): Iterable<JournalRecord> {
    return this.#lines.newestFirst()
  }

  get mark(): JournalCursor {
    this.#epoch ??= newInstanceId()
    return { epoch: this.#epoch, revision: this.#revision, n: this.#next - 1 }
  }

  count(filter: EntryFilter = {}): number {
    if (!filtersByClient(filter)) return this.#counts.sum(filter)
    let total = 0
    for (const line of this.newestFirst()) total += isMatch(line, filter) ? 1 : 0
    return total
  }

  clear(): void {
    this.#epoch = undefined
    this.#lines.clear()
    this.#next = 1
    this.#counts.clear()
    this.waiters.recount()
  }

  end(): void {
    this.#lines.end()
  }

  state(): JournalState {
    return { next: this.#next, lines: this.#lines.hold(), counts: this.#counts.hold() }
  }

  restore(state: JournalState): void {
    this.#epoch = undefined
    this.#next = state.next
    this.#lines.restore(state.lines)
    this.#counts.restore(state.counts)
    this.waiters.recount()
  }
}
