/**
 * What came and what was done about it: the newest entries in a ring, and exact counts of all of them. An entry is
 * written when the request arrives; how long it took is added when its reply has left.
 */
import { startStopwatch } from '../clock/timers.js'
import type { ApiRequest } from '../exchange/request.js'
import type { Metrics } from '../metrics/metrics.js'
import {
  entryOf,
  isMatch,
  type JournalEntry,
  type JournalFilter,
  type Line,
  type RequestKind,
} from './entry.js'

export interface Journal {
  /** Takes down a request, the rule that fired on it, and what it is going to be answered. */
  add(request: ApiRequest, rule: string | null, status: number | null, outcome: string): Line
  /** Takes note that its reply has left, `ms` after it came. */
  finish(line: Line, ms: number): void
  /** Those that are kept, newest last, with what entries do not tell. */
  lines(): readonly Line[]
  /** The newest entries that match, newest last: those with n above `since`, at most `limit`. */
  entries(filter?: JournalFilter, since?: number, limit?: number): JournalEntry[]
  /** How many have come in all, also of those that the ring has dropped. */
  count(filter?: JournalFilter): number
  /**
   * Resolves as soon as `count` entries match; false when one of the signals ended the wait first. Each is listened to by
   * itself: Node 20 may collect a timeout that only AbortSignal.any knows of before it is over.
   */
  waitFor(filter: JournalFilter, count: number, ...signals: readonly AbortSignal[]): Promise<boolean>
  /** How many wait. */
  readonly waiting: number
  clear(): void
  state(): JournalState
  restore(state: JournalState): void
}

/** A copy of a journal at one moment. */
export interface JournalState {
  readonly next: number
  readonly ring: readonly Line[]
  readonly counts: readonly (readonly [words: string, counter: KindCount])[]
}

interface KindCount {
  readonly kind: RequestKind
  readonly count: number
}

interface KindCounter {
  readonly kind: RequestKind
  count: number
  /** Those who wait for this kind, so that a request concerns nobody else. */
  readonly waiters: Set<Waiter>
}

/** Who waits for so many requests. */
interface Waiter {
  readonly filter: JournalFilter
  /** The kinds that concern it. */
  watched: KindCounter[]
  /** So many more of them are there. */
  came(more: number): void
  /** None of those that came counts any more. */
  startAnew(): void
}

const RING = 10_000

/** What it takes down is also counted in `metrics`, from which nothing is ever taken away. */
export function createJournal(metrics?: Pick<Metrics, 'countRequest' | 'observeReply'>): Journal {
  let ring: Line[] = []
  let next = 1
  let counters = new Map<string, KindCounter>()
  const waiting = new Set<Waiter>()
  const realMs = startStopwatch()

  const counterOf = (
    { network, base, endpoint: id, method }: ApiRequest,
    rule: string | null,
    status: number | null,
    outcome: string,
  ): KindCounter => {
    const endpoint = id ?? null
    const words = `${network}|${base}|${endpoint}|${rule}|${status}|${method}|${outcome}`
    let counter = counters.get(words)
    if (counter === undefined) {
      const kind = { network, base, endpoint, method, rule, status, outcome }
      counter = { kind, count: 0, waiters: new Set() }
      for (const waiter of waiting) if (isMatch(kind, waiter.filter)) watch(waiter, counter)
      counters.set(words, counter)
    }
    return counter
  }
  /** Has a waiter told of what is there and what will come. */
  const join = (waiter: Waiter): void => {
    let there = 0
    for (const counter of counters.values()) {
      if (!isMatch(counter.kind, waiter.filter)) continue
      watch(waiter, counter)
      there += counter.count
    }
    waiter.came(there)
  }
  const count = (filter: JournalFilter = {}): number => {
    let total = 0
    for (const { kind, count } of counters.values()) if (isMatch(kind, filter)) total += count
    return total
  }
  return {
    add(request, rule, status, outcome) {
      const counter = counterOf(request, rule, status, outcome)
      const { kind } = counter
      const line: Line = { n: next++, kind, url: request.url, atMs: request.atMs, realMs: realMs(), ms: null }
      ring[(line.n - 1) % RING] = line
      counter.count++
      metrics?.countRequest(kind)
      for (const waiter of counter.waiters) waiter.came(1)
      return line
    },
    finish(line, ms) {
      line.ms = Math.round(ms)
      if (line.retryAfterSeconds !== undefined) line.leftRealMs = realMs()
      metrics?.observeReply(line.kind.endpoint, ms)
    },
    lines: () => ring.toSorted((a, b) => a.n - b.n),
    entries(filter = {}, since = 0, limit = RING) {
      const found: JournalEntry[] = []
      for (let n = next - 1; n > Math.max(since, next - 1 - RING) && found.length < limit; n--) {
        const line = ring[(n - 1) % RING]
        if (line?.n === n && isMatch(line.kind, filter)) found.push(entryOf(line))
      }
      return found.reverse()
    },
    count,
    waitFor(filter, wanted, ...signals) {
      return new Promise((resolve) => {
        const finish = (reached: boolean) => {
          waiting.delete(waiter)
          for (const { waiters } of waiter.watched) waiters.delete(waiter)
          for (const signal of signals) signal.removeEventListener('abort', giveUp)
          resolve(reached)
        }
        let seen = 0
        const waiter: Waiter = {
          filter,
          watched: [],
          came(more) {
            seen += more
            if (seen >= wanted) finish(true)
          },
          startAnew() {
            seen = 0
            waiter.watched = []
          },
        }
        const giveUp = () => finish(false)
        waiting.add(waiter)
        for (const signal of signals) signal.addEventListener('abort', giveUp)
        if (signals.some(({ aborted }) => aborted)) giveUp()
        else join(waiter)
      })
    },
    clear() {
      ring = []
      next = 1
      counters = new Map()
      for (const waiter of waiting) waiter.startAnew()
    },
    state: () => ({
      next,
      ring: [...ring],
      counts: [...counters].map(([words, { kind, count }]) => [words, { kind, count }]),
    }),
    restore(state) {
      next = state.next
      ring = [...state.ring]
      counters = new Map(state.counts.map(([words, counter]) => [words, { ...counter, waiters: new Set() }]))
      for (const waiter of [...waiting]) {
        waiter.startAnew()
        join(waiter)
      }
    },
    get waiting() {
      return waiting.size
    },
  }
}

function watch(waiter: Waiter, counter: KindCounter): void {
  counter.waiters.add(waiter)
  waiter.watched.push(counter)
}

export type { JournalEntry, JournalFilter } from './entry.js'
