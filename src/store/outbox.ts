/** What a replica has taken down for a session and not written yet: lines, what became of others, and how many of each kind. */
import { isSameKind, type Line, type RequestKind } from '../journal/entry.js'
import { MOST_KINDS, OTHER_RULE } from '../journal/kind-counts.js'
import { kindWords, type OwnLine, toText } from './batch.js'

/** Writes a batch; asked again with the same number it writes nothing more. Rejects where the store takes nothing. */
export type WriteBatch = (
  number: number,
  lines: number,
  /** How many of the lines that were written before have become other. */
  changes: number,
  text: string,
  /** Kinds and how many more of each, by turns. */
  counts: readonly (string | number)[],
) => Promise<void>

export interface OutboxParts {
  readonly replica: string
  /** How many kinds the journal is known to have. */
  kinds(): number
  readonly write: WriteBatch
}

interface Counter {
  readonly kind: RequestKind
  /** How many more since the last batch. */
  more: number
}

/** Lines of a batch: what goes over the connection at once stays below a megabyte or two. */
const MOST_IN_BATCH = 500

export class Outbox {
  readonly #parts: OutboxParts
  #own = 0
  #batches = 0
  #lines: OwnLine[] = []
  #changed: OwnLine[] = []
  #counters = new Map<string, Counter>()
  /** The one that was asked for last: most requests are of the kind of the one before. */
  #latest: Counter | undefined
  #writing: Promise<void> | undefined

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  add(line: Line, stampUs: number, journalId: string): OwnLine {
    const own = Object.assign(line, { own: ++this.#own, stampUs, journalId, isSent: false })
    this.#lines.push(own)
    return own
  }

  /** Counts so many more of a kind; returns the kind as which they are counted, the same object for all of it. */
  count(kind: RequestKind, more: number): RequestKind {
    if (this.#latest === undefined || !isSameKind(this.#latest.kind, kind)) this.#latest = this.#find(kind)
    this.#latest.more += more
    return this.#latest.kind
  }

  /** Takes note that a line has become other than it was written; false where it was not written yet. */
  note(line: OwnLine): boolean {
    if (line.isSent) this.#changed.push(line)
    return line.isSent
  }

  clear(): void {
    this.#lines = []
    this.#changed = []
    this.#counters = new Map()
    this.#latest = undefined
  }

  get backlog(): number {
    return this.#lines.length
  }

  get hasNews(): boolean {
    return this.#lines.length > 0 || this.#changed.length > 0
  }

  /** Writes what there is now. What comes meanwhile is for the next time: else each answer would bring a small batch at once. */
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
    const lines = this.#lines.slice(0, MOST_IN_BATCH)
    const changed = this.#changed
    const counters = this.#counters
    this.#lines = this.#lines.slice(lines.length)
    this.#changed = []
    // With the last of several batches.
    const counted = this.#lines.length > 0 ? [] : [...counters.values()].filter(({ more }) => more !== 0)
    const counts = counted.map((counter) => ({ counter, more: counter.more }))
    for (const { counter } of counts) counter.more = 0
    for (const line of lines) line.isSent = true
    const text = toText(this.#parts.replica, lines, changed)
    const fields = counts.flatMap(({ counter, more }) => [JSON.stringify(kindWords(counter.kind)), more])
    try {
      await this.#parts.write(++this.#batches, lines.length, changed.length, text, fields)
    } catch (error) {
      // As it was, unless it was cleared; what was finished meanwhile stands in the lines themselves.
      if (this.#counters === counters) {
        this.#lines = [...lines, ...this.#lines]
        this.#changed = [...changed, ...this.#changed]
        for (const { counter, more } of counts) counter.more += more
        for (const line of lines) line.isSent = false
      }
      throw error
    }
  }

  #find(kind: RequestKind): Counter {
    const { network, base, endpoint, rule, status, method, outcome, met, flaw } = kind
    const words = `${network}|${base}|${endpoint}|${rule}|${status}|${method}|${outcome}|${met}|${flaw}`
    const known = this.#counters.get(words)
    if (known !== undefined) return known
    const isFull = Math.max(this.#parts.kinds(), this.#counters.size) >= MOST_KINDS
    if (isFull && rule !== OTHER_RULE && rule !== null) return this.#find({ ...kind, rule: OTHER_RULE })
    const counter = { kind, more: 0 }
    this.#counters.set(words, counter)
    return counter
  }
}
