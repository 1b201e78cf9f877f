/**
 * A journal in the store: lines of all replicas in the order of their stamps. An order that was read never changes: a reader seals
 * the journal up to an instant, and lines written later with an earlier stamp, by a replica that was paused, are appended.
 */
import type { JournalCursor } from '../journal/changes.js'
import { type EntryFilter, filtersByClient, isMatch, type JournalRecord } from '../journal/entry.js'
import { type HeldCounts, KindCounts } from '../journal/kind-counts.js'
import { MAX_LINES, type RecordBudget, RecordList } from '../journal/lines.js'
import { UnreadableError } from '../state-store.js'
import { fromText, kindFromText } from './batch.js'
import { hashFields } from './connection.js'

export type Gathering = readonly [
  counts: readonly string[],
  entries: readonly (readonly [id: string, fields: readonly string[]])[],
]

interface Waiting {
  readonly orderUs: number
  readonly line: JournalRecord
}

/** The number of lines that can still change. */
const REMEMBERED = 2 * MAX_LINES

export class JournalView {
  readonly #lines: RecordList
  readonly #counts = new KindCounts()
  /** Not sealed yet. */
  #waiting: Waiting[] = []
  readonly #byOwn = new Map<string, JournalRecord>()
  lastEntry = '0-0'
  /** The number of additions and changes so far, the same for all readers. */
  #revision = 0
  /** The number of lines that were read, or trimmed before the first read. */
  #seen: number | undefined
  #next = 1

  constructor(budget: RecordBudget) {
    this.#lines = new RecordList(budget)
  }

  /** Returns false where lines were trimmed unread: start again with an empty view. */
  take([flat, entries]: Gathering): boolean {
    const fields = hashFields(flat)
    const trimmed = Number(fields['trimmed'] ?? 0)
    if (this.#seen === undefined) {
      this.#seen = trimmed
      this.#next = trimmed + 1
    }
    for (const [id, entry] of entries) {
      this.#read(hashFields(entry))
      this.lastEntry = id
    }
    this.#number(Number(fields['sealed'] ?? 0))
    this.takeCounts(fields)
    return this.#seen === Number(fields['added'] ?? 0)
  }

  #read({ sealed, text, revision }: Readonly<Record<string, string>>): void {
    const { replica, lines, changes } = fromText(text)
    const sealedUs = countOf(sealed)
    this.#revision = countOf(revision) - lines.length - changes.length
    for (const { own, stampUs, line } of lines) {
      line.revision = ++this.#revision
      // Between sealed lines and the next stamp, as stamps are whole.
      this.#waiting.push({ orderUs: stampUs > sealedUs ? stampUs : sealedUs + 0.5, line })
      this.#byOwn.set(`${replica} ${own}`, line)
    }
    this.#seen = (this.#seen ?? 0) + lines.length
    for (const { own, values } of changes) {
      const revision = ++this.#revision
      const line = this.#byOwn.get(`${replica} ${own}`)
      if (line !== undefined) Object.assign(line, values, { revision })
    }
    for (const key of this.#byOwn.keys()) {
      if (this.#byOwn.size <= REMEMBERED) break
      this.#byOwn.delete(key)
    }
  }

  #number(sealedUs: number): void {
    // Stable: lines with equal stamps keep the store's order.
    this.#waiting.sort((a, b) => a.orderUs - b.orderUs)
    const after = this.#waiting.findIndex(({ orderUs }) => orderUs > sealedUs)
    const sealed = this.#waiting.splice(0, after < 0 ? this.#waiting.length : after)
    for (const { line } of sealed) this.#lines.add(Object.assign(line, { n: this.#next++ }))
  }

  newestFirst(): Iterable<JournalRecord> {
    return this.#lines.newestFirst()
  }

  get mark(): Omit<JournalCursor, 'epoch'> {
    return { revision: this.#revision, n: this.#next - 1 }
  }

  count(filter: EntryFilter): number {
    if (!filtersByClient(filter)) return this.#counts.sum(filter)
    let total = 0
    for (const line of this.#lines.newestFirst()) total += isMatch(line, filter) ? 1 : 0
    for (const { line } of this.#waiting) total += isMatch(line, filter) ? 1 : 0
    return total
  }

  takeCounts(fields: Readonly<Record<string, string>>): void {
    this.#counts.restore(countsIn(fields))
  }

  get kinds(): number {
    return this.#counts.size
  }

  end(): void {
    this.#lines.end()
  }
}

/** The counters among a journal's fields: their names are JSON arrays. */
function countsIn(fields: Readonly<Record<string, string>>): HeldCounts {
  return Object.entries(fields).flatMap(([name, count]) =>
    name.startsWith('[') ? [{ kind: kindFromText(name), count: countOf(count) }] : [],
  )
}

function countOf(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count)) throw new UnreadableError('counts', 'expected whole numbers')
  return count
}
