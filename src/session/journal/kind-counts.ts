/** Exact request counts by kind, independent of kept records. */
import { type EntryFilter, isKind, isSameKind, type RequestKind } from './entry.js'

export interface KindCounter {
  readonly kind: RequestKind
  count: number
}

export type HeldCounts = readonly KindCounter[]

/** Limits kinds with a counter of their own, as scenarios name rules freely. */
export const MAX_KINDS = 5000
const OTHER_RULE = '(other)'

/** A class, as thousands of sessions have one each. */
export class KindCounts {
  #counters = new Map<string, KindCounter>()
  /** Memo: most requests are of the same kind as their predecessor. */
  #latest: KindCounter | undefined

  /** The counter of a kind. Beyond the limit, all further rules share one; `knownElsewhere` kinds count towards it. */
  of(kind: RequestKind, knownElsewhere = 0): KindCounter {
    if (this.#latest === undefined || !isSameKind(this.#latest.kind, kind))
      this.#latest = this.#find(kind, knownElsewhere)
    return this.#latest
  }

  /** The number of requests of the kinds that match a filter. */
  sum(filter: EntryFilter): number {
    let total = 0
    for (const { kind, count } of this.#counters.values()) if (isKind(kind, filter)) total += count
    return total
  }

  /** The counters that are not zero. */
  counted(): KindCounter[] {
    return [...this.#counters.values()].filter(({ count }) => count !== 0)
  }

  get size(): number {
    return this.#counters.size
  }

  clear(): void {
    this.restore([])
  }

  hold(): HeldCounts {
    return [...this.#counters.values()].map((counter) => ({ ...counter }))
  }

  restore(held: HeldCounts): void {
    this.#counters = new Map(held.map((counter) => [keyOf(counter.kind), { ...counter }]))
    this.#latest = undefined
  }

  #find(kind: RequestKind, knownElsewhere: number): KindCounter {
    const { rule } = kind
    const key = keyOf(kind)
    const known = this.#counters.get(key)
    if (known !== undefined) return known
    const isFull = Math.max(knownElsewhere, this.#counters.size) >= MAX_KINDS
    if (isFull && rule !== OTHER_RULE && rule !== null)
      return this.#find({ ...kind, rule: OTHER_RULE }, knownElsewhere)
    const counter = { kind, count: 0 }
    this.#counters.set(key, counter)
    return counter
  }
}

function keyOf({ network, base, endpoint, rule, status, method, outcome, met, flaw }: RequestKind): string {
  return `${network}|${base}|${endpoint}|${rule}|${status}|${method}|${outcome}|${met}|${flaw}`
}
