/** The unwritten part of a session's journal on this replica: lines, changes of written ones, and counts by kind. */
import type { JournalRecord, RequestKind } from '../journal/entry.js'
import { KindCounts } from '../journal/kind-counts.js'
import { batchText, kindWords, type OwnLine } from './batch.js'

/** Arguments of the function `take`. */
export interface WrittenBatch {
  /** The function ignores a number that it has seen. */
  readonly number: number
  readonly lines: number
  /** The number of earlier lines that have changed. */
  readonly changes: number
  readonly text: string
  /** Alternating kinds and increments of their counts. */
  readonly counts: readonly (string | number)[]
}

/** Lines of a batch: one message stays below a megabyte or two. */
const MAX_IN_BATCH = 500

export class Outbox {
  readonly #replica: string
  readonly #write: (batch: WrittenBatch) => Promise<void>
  #own = 0
  #batches = 0
  #lines: OwnLine[] = []
  #changed = new Set<OwnLine>()
  /** Differences to the counts in the store. */
  #counts = new KindCounts()
  #writing: Promise<void> | undefined

  /** `write` rejects where the store refuses the batch. */
  constructor(replica: string, write: (batch: WrittenBatch) => Promise<void>) {
    this.#replica = replica
    this.#write = write
  }

  add(line: JournalRecord, stampUs: number, journalId: string): OwnLine {
    const own = Object.assign(line, { own: ++this.#own, stampUs, journalId, isSent: false })
    this.#lines.push(own)
    return own
  }

  /** Increments a kind; returns the counted kind, the same object each time. See `KindCounts.of`. */
  count(kind: RequestKind, more: number, kindsInStore: number): RequestKind {
    const counter = this.#counts.of(kind, kindsInStore)
    counter.count += more
    return counter.kind
  }

  /** Records that a line has changed; false if it is still unwritten. */
  note(line: OwnLine): boolean {
    if (line.isSent) this.#changed.add(line)
    return line.isSent
  }

  clear(): void {
    this.#lines = []
    this.#changed = new Set()
    this.#counts = new KindCounts()
  }

  get backlog(): number {
    return this.#lines.length
  }

  get hasNews(): boolean {
    return this.#lines.length > 0 || this.#changed.size > 0
  }

  /** Writes the present content. Later lines wait for the next call: otherwise each answer would cause a small batch. */
  async write(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing.catch(() => {})
    if (!this.hasNews) return
    const last = this.#own
    do {
      this.#writing = this.#writeBatch()
      try {
        await this.#writing
      } finally {
        this.#writing = undefined
      }
    } while (this.#lines.length > 0 && this.#lines[0].own <= last)
  }

  async #writeBatch(): Promise<void> {
    const lines = this.#lines.slice(0, MAX_IN_BATCH)
    const changed = [...this.#changed]
    const counts = this.#counts
    this.#lines = this.#lines.slice(lines.length)
    this.#changed = new Set()
    // The last of several batches carries the counts.
    const counted = this.#lines.length > 0 ? [] : counts.counted()
    const added = counted.map((counter) => ({ counter, more: counter.count }))
    for (const { counter } of added) counter.count = 0
    for (const line of lines) line.isSent = true
    try {
      await this.#write({
        number: ++this.#batches,
        lines: lines.length,
        changes: changed.length,
        text: batchText(this.#replica, lines, changed),
        counts: added.flatMap(({ counter, more }) => [JSON.stringify(kindWords(counter.kind)), more]),
      })
    } catch (error) {
      // Restores everything, unless the journal was cleared; lines finished meanwhile include their changes.
      if (this.#counts === counts) {
        this.#lines = [...lines, ...this.#lines]
        this.#changed = new Set([...changed, ...this.#changed])
        for (const { counter, more } of added) counter.count += more
        for (const line of lines) line.isSent = false
      }
      throw error
    }
  }
}
