/**
 * A journal as the store has it, read as far as somebody asked: lines of all replicas in the order in which they came. The order
 * is that of their stamps. Once told it stays: a reader seals the journal up to an instant, and what is written later with an
 * earlier stamp, by a replica that was paused, comes behind.
 */
import type { Mark } from '../journal/changes.js'
import { isAboutAsker, isMatch, type JournalFilter, type Line } from '../journal/entry.js'
import { type HeldCounts, KindCounts } from '../journal/kind-counts.js'
import { type LineBudget, Lines, MOST_LINES } from '../journal/lines.js'
import { fromText, kindOf } from './batch.js'
import { toRecord } from './connection.js'

/** What the function `gather` answers. */
export type Gathering = readonly [
  counts: readonly string[],
  entries: readonly (readonly [id: string, fields: readonly string[]])[],
]

interface Waiting {
  /** By which it is put in order. */
  readonly orderUs: number
  readonly line: Line
}

/** What becomes of lines is told of so many at least. */
const REMEMBERED = 2 * MOST_LINES

export class JournalView {
  readonly #lines: Lines
  readonly #counts = new KindCounts()
  /** Not sealed yet. */
  #waiting: Waiting[] = []
  readonly #byOwn = new Map<string, Line>()
  /** The last entry that was read. */
  lastEntry = '0-0'
  /** What came or became other is numbered, alike for all who read: how far that is. */
  #revision = 0
  /** Lines that were read or were gone before. */
  #seen: number | undefined
  #next = 1

  constructor(budget: LineBudget) {
    this.#lines = new Lines(budget)
  }

  /** False where lines are gone that were not read: it is to be read anew, from an empty view. */
  take([flat, entries]: Gathering): boolean {
    const fields = toRecord(flat)
    const trimmed = Number(fields['trimmed'] ?? 0)
    if (this.#seen === undefined) {
      this.#seen = trimmed
      this.#next = trimmed + 1
    }
    for (const [id, entry] of entries) {
      this.#read(toRecord(entry))
      this.lastEntry = id
    }
    this.#number(Number(fields['sealed'] ?? 0))
    this.takeCounts(fields)
    return this.#seen === Number(fields['added'] ?? 0)
  }

  #read({ sealed, text, revision }: Readonly<Record<string, string>>): void {
    const { replica, lines, changes } = fromText(text)
    const sealedUs = Number(sealed)
    this.#revision = Number(revision) - lines.length - changes.length
    for (const { own, stampUs, line } of lines) {
      line.revision = ++this.#revision
      // Between what was told and what comes next, as stamps are whole.
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
    // Stable: lines of one stamp stay as they stand in the store.
    this.#waiting.sort((a, b) => a.orderUs - b.orderUs)
    const after = this.#waiting.findIndex(({ orderUs }) => orderUs > sealedUs)
    const sealed = this.#waiting.splice(0, after < 0 ? this.#waiting.length : after)
    for (const { line } of sealed) this.#lines.add(Object.assign(line, { n: this.#next++ }))
  }

  newestFirst(): Iterable<Line> {
    return this.#lines.newestFirst()
  }

  /** How far it was read. */
  get mark(): Omit<Mark, 'epoch'> {
    return { revision: this.#revision, n: this.#next - 1 }
  }

  count(filter: JournalFilter): number {
    if (!isAboutAsker(filter)) return this.#counts.sum(filter)
    let total = 0
    for (const line of this.#lines.newestFirst()) total += isMatch(line, filter) ? 1 : 0
    for (const { line } of this.#waiting) total += isMatch(line, filter) ? 1 : 0
    return total
  }

  /** Takes counts alone, where no lines are needed. */
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

/** The counters among the fields of a journal: their names are JSON arrays. */
function countsIn(fields: Readonly<Record<string, string>>): HeldCounts {
  return Object.entries(fields).flatMap(([name, count]) =>
    name.startsWith('[') ? [{ kind: kindOf(JSON.parse(name)), count: Number(count) }] : [],
  )
}
