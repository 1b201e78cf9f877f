/**
 * What came and what was done about it: the newest entries in a ring, and exact counts of all of them. An entry is
 * written when the request arrives; how long it took is added when its reply has left.
 *
 * Requests that differ only in when they came and in their query are of one kind. A kind is looked up by its words; who
 * writes the same kind again and again may keep it, and then writing is an addition and a small object.
 */
import { startStopwatch } from '../clock/stopwatch.js'
import { type Cell, createTally, type Tally } from '../metrics/tally.js'
import {
  entryOf,
  fits,
  type JournalEntry,
  type JournalFilter,
  type JournalState,
  type Kind,
  type KindFacts,
  type Line,
  wordsOf,
} from './entry.js'

/** Where requests are taken down. */
export interface JournalWriter {
  /** The kind of such requests, the same object every time. */
  kindOf(facts: KindFacts): Kind
  /** Takes down a request of a kind that came at `atMs`, virtual ms since 1970. */
  add(kind: Kind, url: string, atMs: number): Line
  /** Takes note that its reply has left, `ms` after it came. */
  finish(line: Line, ms: number): void
}

export interface Journal extends JournalWriter {
  /** Those that are kept, newest last, with what entries do not tell. */
  lines(): readonly Line[]
  /** The newest entries that fit, newest last: those with n above `since`, at most `limit`. */
  entries(filter?: JournalFilter, since?: number, limit?: number): JournalEntry[]
  /** How many have come in all, also of those that the ring has dropped. */
  count(filter?: JournalFilter): number
  /**
   * Resolves as soon as `count` entries fit; false when one of the signals ended the wait first. Each is listened to by
   * itself: Node 20 may collect a timeout that only AbortSignal.any knows of before it is over.
   */
  waitFor(filter: JournalFilter, count: number, ...signals: readonly AbortSignal[]): Promise<boolean>
  clear(): void
  state(): JournalState
  restore(state: JournalState): void
}

const RING = 10_000

interface CountedKind extends Kind {
  count: number
  readonly cell: Cell
}

/** What it counts is also counted in `tally`, from which nothing is ever taken away. */
export function createJournal(tally: Tally = createTally()): Journal {
  let ring: Line[] = []
  let next = 1
  const kinds = new Map<string, CountedKind>()
  const waiting = new Set<() => void>()
  const realMs = startStopwatch()

  const kindOf = (facts: KindFacts): CountedKind => {
    const words = wordsOf(facts)
    let kind = kinds.get(words)
    if (kind === undefined) {
      kind = { facts, count: 0, cell: tally.cellOf(facts) }
      kinds.set(words, kind)
    }
    return kind
  }
  const count = (filter: JournalFilter = {}): number => {
    let total = 0
    for (const kind of kinds.values()) if (fits(kind.facts, filter)) total += kind.count
    return total
  }
  /** Kinds are kept, so that whoever keeps one need not ask for it again. */
  const clear = (): void => {
    ring = []
    next = 1
    for (const kind of kinds.values()) kind.count = 0
  }

  return {
    kindOf,
    add(kind, url, atMs) {
      const counted = kind as CountedKind
      const line: Line = { n: next++, kind, url, atMs, realMs: realMs(), ms: null }
      ring[(line.n - 1) % RING] = line
      counted.count++
      counted.cell.count++
      if (waiting.size > 0) for (const check of waiting) check()
      return line
    },
    finish(line, ms) {
      line.ms = Math.round(ms)
      if (line.retryAfterSeconds !== undefined) line.leftRealMs = realMs()
      tally.observe(line.kind.facts.endpoint, ms)
    },
    lines: () => ring.toSorted((a, b) => a.n - b.n),
    entries(filter = {}, since = 0, limit = RING) {
      const found: JournalEntry[] = []
      for (let n = next - 1; n > Math.max(since, next - 1 - RING) && found.length < limit; n--) {
        const line = ring[(n - 1) % RING]
        if (line?.n === n && fits(line.kind.facts, filter)) found.push(entryOf(line))
      }
      return found.reverse()
    },
    count,
    waitFor(filter, wanted, ...signals) {
      return new Promise((resolve) => {
        const finish = (reached: boolean) => {
          waiting.delete(check)
          for (const signal of signals) signal.removeEventListener('abort', giveUp)
          resolve(reached)
        }
        const check = () => {
          if (count(filter) >= wanted) finish(true)
        }
        const giveUp = () => finish(false)
        waiting.add(check)
        for (const signal of signals) signal.addEventListener('abort', giveUp)
        if (signals.some(({ aborted }) => aborted)) giveUp()
        else check()
      })
    },
    clear,
    state: () => ({
      next,
      ring: [...ring],
      counts: [...kinds.values()].map(({ facts, count }) => ({ facts, count })),
    }),
    restore(state) {
      clear()
      next = state.next
      ring = [...state.ring]
      for (const { facts, count } of state.counts) kindOf(facts).count = count
      for (const check of waiting) check()
    },
  }
}

export type { JournalEntry, JournalFilter } from './entry.js'
