/**
 * What came and what was done about it: the newest entries in a ring, and exact counts of all of them. An entry is
 * written when the request arrives; how long it took is added when its reply has left.
 */
import type { BaseName, NetworkName } from '../catalogue/networks.js'
import { type Cell, createTally, type Tally } from '../metrics/tally.js'

export interface JournalEntry {
  /** 1 for the first request, and so on. */
  readonly n: number
  /** Virtual time of arrival, ISO 8601. */
  readonly at: string
  readonly network: NetworkName
  readonly base: BaseName
  /** Null for a path that is no endpoint. */
  readonly endpoint: string | null
  readonly method: string
  readonly url: string
  /** The rule that decided, if any. */
  readonly rule: string | null
  /** Null where no status is ever sent. */
  readonly status: number | null
  /** `ok`, `error`, or the fault that struck. */
  readonly outcome: string
  /** Real ms until the reply had left; null while it has not. */
  ms: number | null
}

/** What entries to look for: every given key must be equal. */
export interface JournalFilter {
  readonly network?: NetworkName
  readonly base?: BaseName
  readonly endpoint?: string
  readonly rule?: string
  readonly status?: number
  readonly method?: string
  readonly outcome?: string
}

export interface Journal {
  add(entry: Omit<JournalEntry, 'n' | 'ms'>): JournalEntry
  /** Takes note that its reply has left, `ms` after it came. */
  finish(entry: JournalEntry, ms: number): void
  /** The newest entries that fit, newest last: those with n above `since`, at most `limit`. */
  entries(filter?: JournalFilter, since?: number, limit?: number): JournalEntry[]
  /** How many have come in all, also of those that the ring has dropped. */
  count(filter?: JournalFilter): number
  /** Resolves as soon as `count` entries fit; false when the signal ended the wait first. */
  waitFor(filter: JournalFilter, count: number, signal: AbortSignal): Promise<boolean>
  clear(): void
  state(): JournalState
  restore(state: JournalState): void
}

/** A copy of a journal at one moment. */
export interface JournalState {
  readonly next: number
  readonly ring: readonly JournalEntry[]
  readonly counts: readonly Counted[]
}

/** How many entries differ in nothing that a filter looks at from `sample`. */
interface Counted {
  readonly sample: JournalEntry
  readonly cell: Cell
  count: number
}

const RING = 10_000

/** What it counts is also counted in `tally`, from which nothing is ever taken away. */
export function createJournal(tally: Tally = createTally()): Journal {
  let ring: JournalEntry[] = []
  let next = 1
  const counts = new Map<string, Counted>()
  const waiting = new Set<() => void>()

  const count = (filter: JournalFilter = {}): number => {
    let total = 0
    for (const { sample, count } of counts.values()) if (fits(sample, filter)) total += count
    return total
  }

  return {
    add(entry) {
      const added: JournalEntry = { n: next++, ...entry, ms: null }
      ring[(added.n - 1) % RING] = added
      const key = keyOf(added)
      let counted = counts.get(key)
      if (counted === undefined) {
        counted = { sample: added, cell: tally.cellOf(added), count: 0 }
        counts.set(key, counted)
      }
      counted.count++
      counted.cell.count++
      for (const check of waiting) check()
      return added
    },
    finish(entry, ms) {
      entry.ms = Math.round(ms)
      tally.observe(entry.endpoint, ms)
    },
    entries(filter = {}, since = 0, limit = RING) {
      const found: JournalEntry[] = []
      for (let n = next - 1; n > Math.max(since, next - 1 - RING) && found.length < limit; n--) {
        const entry = ring[(n - 1) % RING]
        if (entry?.n === n && fits(entry, filter)) found.push(entry)
      }
      return found.reverse()
    },
    count,
    waitFor(filter, wanted, signal) {
      return new Promise((resolve) => {
        const finish = (reached: boolean) => {
          waiting.delete(check)
          signal.removeEventListener('abort', giveUp)
          resolve(reached)
        }
        const check = () => {
          if (count(filter) >= wanted) finish(true)
        }
        const giveUp = () => finish(false)
        waiting.add(check)
        signal.addEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
        else check()
      })
    },
    clear() {
      ring = []
      next = 1
      counts.clear()
    },
    state: () => ({ next, ring: [...ring], counts: [...counts.values()].map((counted) => ({ ...counted })) }),
    restore(state) {
      next = state.next
      ring = [...state.ring]
      counts.clear()
      for (const counted of state.counts) counts.set(keyOf(counted.sample), { ...counted })
    },
  }
}

function keyOf({ network, base, endpoint, rule, status, method, outcome }: JournalEntry): string {
  return `${network}|${base}|${endpoint}|${rule}|${status}|${method}|${outcome}`
}

function fits(entry: JournalEntry, filter: JournalFilter): boolean {
  for (const key in filter) {
    const wanted = filter[key as keyof JournalFilter]
    if (wanted !== undefined && entry[key as keyof JournalFilter] !== wanted) return false
  }
  return true
}
