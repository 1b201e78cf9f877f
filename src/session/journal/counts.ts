import { getOrCreate } from '../../kit/maps.js'
import type { OutcomeClass } from '../../kit/outcome-class.js'
import type { BaseName, NetworkName } from '../../market/catalogue/names.js'
import {
  type EntryFilter,
  isAutomaticPreflight,
  isKind,
  type JournalRecord,
  kindText,
  type RequestKind,
} from './entry.js'

export interface KindCounter {
  readonly kind: RequestKind
  count: number
}

export type HeldCounts = readonly KindCounter[]

/** Limits kinds with a counter of their own, as scenarios name rules freely. */
export const MAX_KINDS = 5000
export const OTHER_RULE = '(other)'

/** A class, as thousands of sessions have one each. */
export class KindCounts {
  #counters = new Map<string, KindCounter>()

  /** The counter of a kind. Beyond the limit, all further rules share one. */
  of(kind: RequestKind): KindCounter {
    const { rule } = kind
    const key = kindText(kind)
    const known = this.#counters.get(key)
    if (known !== undefined) return known
    if (this.#counters.size >= MAX_KINDS && rule !== OTHER_RULE && rule !== null)
      return this.of({ ...kind, rule: OTHER_RULE })
    const counter = { kind, count: 0 }
    this.#counters.set(key, counter)
    return counter
  }

  /** The number of requests of the kinds that match a filter, of one outcome class if given. */
  sum(filter: EntryFilter, met?: OutcomeClass): number {
    let total = 0
    for (const { kind, count } of this.#counters.values())
      if ((met === undefined || kind.met === met) && isKind(kind, filter)) total += count
    return total
  }

  clear(): void {
    this.restore([])
  }

  hold(): HeldCounts {
    return [...this.#counters.values()].map((counter) => ({ ...counter }))
  }

  restore(held: HeldCounts): void {
    this.#counters = new Map(held.map((counter) => [kindText(counter.kind), { ...counter }]))
  }
}

/** Counts of one base and outcome. */
export interface StepSeries {
  readonly network: NetworkName
  readonly base: BaseName
  readonly met: OutcomeClass
  /** Index of the step since 1970, and the number of its requests. */
  readonly counts: ReadonlyMap<number, number>
}

export interface HeldSteps {
  readonly stepMs: number
  readonly series: readonly StepSeries[]
}

/** Limits memory to some 200 kB per journal. */
export const MAX_COUNTS = 4000

interface OpenSeries extends StepSeries {
  readonly counts: Map<number, number>
}

/** A class, as thousands of sessions have one each. */
export class StepCounts {
  #stepMs = 1000
  #series = new Map<string, OpenSeries>()
  #size = 0

  /** Counts a record by its kind and outcome. */
  add(line: Pick<JournalRecord, 'kind' | 'goneMs' | 'atMs'>): void {
    this.change(line.kind, metBy(line), line.atMs, 1)
  }

  change(kind: RequestKind, met: OutcomeClass, atMs: number, by: 1 | -1): void {
    const { network, base } = kind
    if (network === null || base === null || isAutomaticPreflight(kind)) return
    const series = getOrCreate(this.#series, `${network} ${base} ${met}`, () => ({
      network,
      base,
      met,
      counts: new Map<number, number>(),
    }))
    const step = Math.floor(atMs / this.#stepMs)
    const count = series.counts.get(step)
    series.counts.set(step, (count ?? 0) + by)
    if (count === undefined) this.#size++
    while (this.#size > MAX_COUNTS && this.#series.size < MAX_COUNTS) this.#coarsen()
  }

  clear(): void {
    this.restore({ stepMs: 1000, series: [] })
  }

  hold(): HeldSteps {
    const series = [...this.#series.values()].map((one) => ({ ...one, counts: new Map(one.counts) }))
    return { stepMs: this.#stepMs, series }
  }

  restore({ stepMs, series }: HeldSteps): void {
    this.#stepMs = stepMs
    this.#series = new Map(
      series.map((one) => [`${one.network} ${one.base} ${one.met}`, { ...one, counts: new Map(one.counts) }]),
    )
    this.#size = series.reduce((sum, { counts }) => sum + counts.size, 0)
  }

  #coarsen(): void {
    const { series } = this.hold()
    const halved = series.map((one) => {
      const counts = new Map<number, number>()
      for (const [step, count] of one.counts) {
        const half = Math.floor(step / 2)
        counts.set(half, (counts.get(half) ?? 0) + count)
      }
      return { ...one, counts }
    })
    this.restore({ stepMs: this.#stepMs * 2, series: halved })
  }
}

/** The outcome for the client: one that gave up met silence. */
export const metBy = ({ kind, goneMs }: Pick<JournalRecord, 'kind' | 'goneMs'>): OutcomeClass =>
  goneMs === null ? kind.met : 'silent'
