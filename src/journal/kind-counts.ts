/** How many requests of each kind have come, exactly: whatever of them is still kept. */
import type { RequestFacts } from '../metrics/metrics.js'
import { isKind, isPreflight, isSameKind, type JournalFilter, type RequestKind } from './entry.js'

export interface KindCounts {
  /** The counter of a kind; that of all further rules together where as many kinds are counted apart as may be. */
  of(kind: RequestKind): KindCounter
  /** How many are of the kinds that a filter asks for. */
  sum(filter: JournalFilter): number
  clear(): void
  hold(): HeldCounts
  restore(held: HeldCounts): void
}

export interface KindCounter {
  readonly kind: RequestKind
  count: number
}

export type HeldCounts = readonly (readonly [words: string, counter: KindCounter])[]

/** Scenarios name their rules as they like; those of so many kinds are counted apart. */
export const MOST_KINDS = 5000
export const OTHER_RULE = '(other)'

export function createKindCounts(): KindCounts {
  return new CountsByKind()
}

/** A class: each of thousands of sessions has one. */
class CountsByKind implements KindCounts {
  #counters = new Map<string, KindCounter>()
  /** The one that was asked for last: most requests are of the kind of the one before. */
  #latest: KindCounter | undefined

  of(kind: RequestKind): KindCounter {
    if (this.#latest === undefined || !isSameKind(this.#latest.kind, kind)) this.#latest = this.#find(kind)
    return this.#latest
  }

  sum(filter: JournalFilter): number {
    let total = 0
    for (const { kind, count } of this.#counters.values()) if (isKind(kind, filter)) total += count
    return total
  }

  clear(): void {
    this.restore([])
  }

  hold(): HeldCounts {
    return [...this.#counters].map(([words, counter]) => [words, { ...counter }])
  }

  restore(held: HeldCounts): void {
    this.#counters = new Map(held.map(([words, counter]) => [words, { ...counter }]))
    this.#latest = undefined
  }

  #find(kind: RequestKind): KindCounter {
    const { network, base, endpoint, rule, status, method, outcome, met, flaw } = kind
    const words = `${network}|${base}|${endpoint}|${rule}|${status}|${method}|${outcome}|${met}|${flaw}`
    const known = this.#counters.get(words)
    if (known !== undefined) return known
    if (this.#counters.size >= MOST_KINDS && rule !== OTHER_RULE && rule !== null)
      return this.#find({ ...kind, rule: OTHER_RULE })
    const counter = { kind, count: 0 }
    this.#counters.set(words, counter)
    return counter
  }
}

/** What did not come to a base address, or of nobody's will, is no request that somebody watches over. */
export function isCountedForGood(kind: RequestKind): kind is RequestKind & RequestFacts {
  return kind.base !== null && !isPreflight(kind)
}
