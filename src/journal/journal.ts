/**
 * What came and what was done about it: the newest entries, and exact counts of all of them. An entry is written when the
 * request arrives; how long it took is added when its reply has left.
 */
import type { Metrics, RequestFacts } from '../metrics/metrics.js'
import { createDepartures, type Departures } from './departures.js'
import {
  type Arrival,
  entryOf,
  isAboutAsker,
  isKind,
  isMatch,
  isPreflight,
  isSameKind,
  type JournalEntry,
  type JournalFilter,
  type Line,
  type RequestKind,
} from './entry.js'
import { createLineBudget, createLines, type HeldLines, type LineBudget, MOST_LINES } from './lines.js'
import { createWaiters } from './waiters.js'

export interface Journal {
  /** Takes down a request, the rule that fired on it, and what it is going to be answered. */
  add(arrival: Arrival, rule: string | null, status: number | null, outcome: string): Line
  /** Takes note that the rule that fired turned out to change nothing. */
  changeNothing(line: Line): void
  /** Takes note that its client went away before it was answered, `ms` after it came. */
  abandon(line: Line, ms: number): void
  /** Takes note that its reply has left, `ms` after it came. */
  finish(line: Line, ms: number, arrival: Pick<Arrival, 'connection'>): void
  /** Those that are kept, newest last, with what entries do not tell. */
  lines(): readonly Line[]
  /** The newest entries that match, newest last: those with n above `since`, at most `limit`. */
  entries(filter?: JournalFilter, since?: number, limit?: number): JournalEntry[]
  /** How many have come in all, also of those that are no longer kept; by who asked, only those that are. */
  count(filter?: JournalFilter): number
  /**
   * Resolves as soon as `count` entries match; false when one of the signals ended the wait first. Each is listened to by
   * itself: Node 20 may collect a timeout that only AbortSignal.any knows of before it is over.
   */
  waitFor(filter: JournalFilter, count: number, ...signals: readonly AbortSignal[]): Promise<boolean>
  /** How many wait. */
  readonly waiting: number
  clear(): void
  /** What it holds is its own from now on, and no longer of the budget: it is read at most a little while longer. */
  end(): void
  state(): JournalState
  restore(state: JournalState): void
}

/** A journal at one moment. Its lines are the journal's own: what the budget lets go, it has no longer either. */
export interface JournalState {
  readonly next: number
  readonly lines: HeldLines
  readonly counts: readonly (readonly [words: string, counter: KindCounter])[]
}

/** What all journals of a server share. */
export interface JournalParts {
  /** Told of every request once its reply has left, or its client before that; nobody is when left out. */
  readonly onEnd?: OnEnd | undefined
  readonly budget: LineBudget
  readonly departures: Departures
  /** What is taken down is also counted here, from which nothing is ever taken away. */
  readonly metrics?: Pick<Metrics, 'countRequest' | 'observeReply'>
}

/** What the lines of all journals of a server may take together. */
const MOST_LINES_BYTES = 64 << 20
/** So much is kept of a URL, and of a header that tells who asks. */
const LONGEST_URL = 2048
const LONGEST_HEADER = 200
/** Scenarios name their rules as they like; those of so many kinds are counted apart. */
const MOST_KINDS = 5000

/** `isGone` where the client has gone without a reply; `ms` is how long that took. */
export type OnEnd = (line: Line, ms: number, isGone: boolean) => void

interface KindCounter {
  readonly kind: RequestKind
  count: number
}

export function createJournalParts(
  metrics?: JournalParts['metrics'],
  {
    mostBytes = MOST_LINES_BYTES,
    onEnd,
  }: { readonly mostBytes?: number; readonly onEnd?: OnEnd | undefined } = {},
): JournalParts {
  return {
    budget: createLineBudget(mostBytes),
    departures: createDepartures(),
    onEnd,
    ...(metrics && { metrics }),
  }
}

export function createJournal(parts: JournalParts = createJournalParts()): Journal {
  const { budget, departures, metrics, onEnd } = parts
  const lines = createLines(budget)
  let next = 1
  let counters = new Map<string, KindCounter>()

  /** The one that was asked for last: most requests are of the kind of the one before. */
  let latest: KindCounter | undefined

  const counterOf = (kind: RequestKind): KindCounter => {
    if (latest === undefined || !isSameKind(latest.kind, kind)) latest = findCounter(kind)
    return latest
  }
  const findCounter = (kind: RequestKind): KindCounter => {
    const { network, base, endpoint, rule, status, method, outcome } = kind
    const words = `${network}|${base}|${endpoint}|${rule}|${status}|${method}|${outcome}`
    const known = counters.get(words)
    if (known !== undefined) return known
    if (counters.size >= MOST_KINDS && rule !== OTHER_RULE && rule !== null)
      return findCounter({ ...kind, rule: OTHER_RULE })
    const counter = { kind, count: 0 }
    counters.set(words, counter)
    return counter
  }
  const count = (filter: JournalFilter = {}): number => {
    let total = 0
    if (isAboutAsker(filter)) for (const line of lines.newestFirst()) total += isMatch(line, filter) ? 1 : 0
    else for (const { kind, count } of counters.values()) if (isKind(kind, filter)) total += count
    return total
  }
  const waiters = createWaiters(count)
  return {
    add(arrival, rule, status, outcome) {
      const { network, base, endpoint = null, method, url, atMs, connection } = arrival
      const kind: RequestKind = { network, base, endpoint, method, rule, status, outcome }
      const counter = counterOf(kind)
      counter.count++
      const line: Line = {
        n: next++,
        kind: counter.kind.rule === rule ? counter.kind : kind,
        url: shortened(url, LONGEST_URL),
        urlLength: url.length,
        atMs,
        realMs: departures.realMs(),
        seen: departures.seenBy(connection),
        connection: connection?.number ?? null,
        userAgent: headerOf(arrival, 'user-agent'),
        requestId: headerOf(arrival, 'x-request-id'),
        ms: null,
      }
      lines.add(line)
      if (isCountedForGood(line.kind)) metrics?.countRequest(line.kind)
      waiters.see(line)
      return line
    },
    changeNothing(line) {
      const { kind } = line
      const before = counterOf(kind)
      const after = counterOf({ ...kind, outcome: 'unchanged' })
      // What was cleared or restored meanwhile counts it no longer.
      if (before.kind === kind && line.n < next && before.count > 0) {
        before.count--
        after.count++
      }
      line.kind = after.kind.rule === kind.rule ? after.kind : { ...kind, outcome: 'unchanged' }
      waiters.recount()
    },
    abandon: (line, ms) => onEnd?.(line, ms, true),
    finish(line, ms, { connection }) {
      line.ms = Math.round(ms)
      onEnd?.(line, ms, false)
      const isTold = line.retryAfterSeconds !== undefined
      // In process nothing follows from a departure but what follows from its own reply.
      if (isTold || connection !== undefined)
        departures.leave(connection, (departure) => {
          if (!isTold) return
          line.left = departure
          line.leftRealMs = departures.realMs()
        })
      if (isCountedForGood(line.kind)) metrics?.observeReply(line.kind.endpoint, ms)
    },
    lines: () => [...lines.newestFirst()].reverse(),
    entries(filter = {}, since = 0, limit = MOST_LINES) {
      const found: JournalEntry[] = []
      for (const line of lines.newestFirst()) {
        if (line.n <= since || found.length >= limit) break
        if (isMatch(line, filter)) found.push(entryOf(line))
      }
      return found.reverse()
    },
    count,
    waitFor: (filter, wanted, ...signals) => waiters.wait(filter, wanted, signals),
    get waiting() {
      return waiters.size
    },
    clear() {
      lines.clear()
      next = 1
      counters = new Map()
      latest = undefined
      waiters.recount()
    },
    end: lines.end,
    state: () => ({
      next,
      lines: lines.hold(),
      counts: [...counters].map(([words, counter]) => [words, { ...counter }]),
    }),
    restore(state) {
      next = state.next
      lines.restore(state.lines)
      counters = new Map(state.counts.map(([words, counter]) => [words, { ...counter }]))
      latest = undefined
      waiters.recount()
    },
  }
}

const OTHER_RULE = '(other)'

/** What did not come to a base address, or of nobody's will, is no request that somebody watches over. */
function isCountedForGood(kind: RequestKind): kind is RequestKind & RequestFacts {
  return kind.base !== null && !isPreflight(kind)
}

function headerOf(arrival: Arrival, name: string): string | null {
  const value = arrival.header(name)
  return value === undefined ? null : shortened(value, LONGEST_HEADER)
}

/** The beginning of a text. As a copy: a part of a string keeps all of it in memory. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : Buffer.from(text.slice(0, most)).toString()
}

export type { JournalEntry, JournalFilter } from './entry.js'
