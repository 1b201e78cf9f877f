/** A journal in the memory of this process. */

import { newInstanceId } from '../../kit/random/random.js'
import type { JournalCursor } from './changes.js'
import { type HeldCounts, type HeldSteps, metBy, StepCounts } from './counts.js'
import { type Arrival, type Deciders, type JournalRecord, type RequestKind, toRecord } from './entry.js'
import type { HeldIncidents } from './incidents.js'
import { createJournalParts, Journal, type JournalParts } from './journal.js'
import type { HeldRecords } from './lines.js'

/** A journal at one moment. It shares its lines with the journal: the budget evicts them from both. */
export interface JournalState {
  readonly next: number
  readonly lines: HeldRecords
  readonly counts: HeldCounts
  readonly steps: HeldSteps
  readonly incidents: HeldIncidents
}

export class MemoryJournal extends Journal {
  #next = 1
  #revision = 0
  /** Created by the first read, and reset when the journal is cleared or restored. */
  #epoch: string | undefined
  readonly #steps = new StepCounts()
  /** Counted requests in flight, whose outcome may change. A clear or restore empties it. */
  readonly #inFlight = new Set<JournalRecord>()

  constructor(shared: JournalParts = createJournalParts(), sessionId = 'root') {
    super(shared, sessionId)
  }

  protected enter(
    kind: RequestKind,
    _entered: undefined,
    arrival: Arrival,
    run: Deciders | undefined,
    elapsedMs: number,
  ): JournalRecord {
    const { departures } = this.shared
    const counter = this.counts.of(kind)
    counter.count++
    const line = toRecord(arrival, run, {
      n: this.#next++,
      kind: counter.kind.rule === kind.rule ? counter.kind : kind,
      realMs: departures.realMs() - elapsedMs,
      seen: departures.seenBy(arrival.sender),
      revision: ++this.#revision,
    })
    this.records.add(line)
    this.waiters.see(line)
    this.#steps.add(line)
    this.#inFlight.add(line)
    return line
  }

  recast(line: JournalRecord, kind: RequestKind): void {
    const after = this.counts.of(kind)
    if (this.#inFlight.has(line)) {
      this.counts.of(line.kind).count--
      after.count++
    }
    this.#recount(line, () => {
      line.kind = after.kind.rule === kind.rule ? after.kind : kind
    })
    this.amended(line)
    this.waiters.recount()
  }

  override abandon(line: JournalRecord, ms: number): void {
    this.#recount(line, () => super.abandon(line, ms))
    this.#close(line)
  }

  override finish(line: JournalRecord, ms: number, arrival: Pick<Arrival, 'sender'>): void {
    super.finish(line, ms, arrival)
    this.#close(line)
  }

  #close(line: JournalRecord): void {
    if (this.#inFlight.delete(line)) this.incidents.add(line)
  }

  /** Counts a request in flight by its new outcome. */
  #recount(line: JournalRecord, change: () => void): void {
    const before = metBy(line)
    change()
    const after = metBy(line)
    if (after === before || !this.#inFlight.has(line)) return
    this.#steps.change(line.kind, before, line.atMs, -1)
    this.#steps.change(line.kind, after, line.atMs, 1)
  }

  amended(line: JournalRecord): void {
    line.revision = ++this.#revision
  }

  get mark(): JournalCursor {
    this.#epoch ??= newInstanceId()
    return { epoch: this.#epoch, revision: this.#revision, n: this.#next - 1 }
  }

  override steps(): HeldSteps {
    return this.#steps.hold()
  }

  clear(): void {
    this.#epoch = undefined
    this.records.clear()
    this.#next = 1
    this.#inFlight.clear()
    this.counts.clear()
    this.#steps.clear()
    this.incidents.restore(new Map())
    this.waiters.recount()
  }

  state(): JournalState {
    return {
      next: this.#next,
      lines: this.records.hold(),
      counts: this.counts.hold(),
      steps: this.#steps.hold(),
      incidents: this.incidents.hold(),
    }
  }

  restore(state: JournalState): void {
    this.#epoch = undefined
    this.#next = state.next
    this.#inFlight.clear()
    this.records.restore(state.lines)
    this.counts.restore(state.counts)
    this.#steps.restore(state.steps)
    this.incidents.restore(state.incidents)
    this.waiters.recount()
  }
}
