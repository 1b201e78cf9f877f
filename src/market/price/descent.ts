/**
 * Refinement of candles that the process did not draw. Their own range determines the variance inside, not the
 * market's volatility.
 */

import { MINUTE_LEVEL } from './periods.js'
import type { PriceModel } from './price-model.js'
import { Refiner } from './refine.js'
import { type CandleSpan, createSpan, HIGH, LOW, ROW, VARIANCE } from './span.js'
import { TickWalk } from './ticks.js'
import type { Variances, VolatilityField } from './volatility.js'

/**
 * Mean squared range of a Brownian motion over its variance (Parkinson 1980), and of sixty ticks, which reach less
 * far.
 */
const RANGE_SHARE = 4 * Math.LN2
const RANGE_SHARE_OF_MINUTE = 2

export function setVariance(rows: Float64Array, row: number, level: number): void {
  const range = rows[row + HIGH] - rows[row + LOW]
  rows[row + VARIANCE] = (range * range) / (level === MINUTE_LEVEL ? RANGE_SHARE_OF_MINUTE : RANGE_SHARE)
}

/** Splits a parent's variance among its children in the proportions of the field. */
export class SharedVariance implements Variances {
  parents: CandleSpan = createSpan(0, 0, 0)
  readonly #field: VolatilityField
  stress = 0

  constructor(field: VolatilityField) {
    this.#field = field
  }

  readonly variances: VolatilityField['variances'] = (into, at, step, level, first, children, scale) => {
    this.#field.variances(into, at, step, level, first, children, scale)
    this.stress = this.#field.stress
    const { parents } = this
    const index = Math.floor(first / children) - parents.first
    const total = parents.rows[parents.start + index * ROW + VARIANCE]
    // Without a range, the children have no choice: any variance will do.
    if (!(total > 0)) return
    let sum = 0
    for (let n = 0; n < children; n++) sum += into[at + n * step]
    for (let n = 0; n < children; n++) into[at + n * step] *= total / sum
  }
}

export class Descent {
  readonly #variance: SharedVariance
  readonly #refiner: Refiner
  readonly #walk: TickWalk

  readonly #below = createSpan(0, 0, 0)

  constructor({ draws, tickDraws, volatility }: PriceModel) {
    this.#variance = new SharedVariance(volatility)
    this.#refiner = new Refiner(draws, this.#variance)
    this.#walk = new TickWalk(tickDraws)
  }

  /**
   * Candles of `level` below `roots` that touch the seconds `from` … `last`, in memory that the next call may reuse.
   * Roots have their prices, and all of them touch those seconds.
   */
  below(roots: CandleSpan, level: number, from: number, last: number): CandleSpan {
    for (let i = 0; i < roots.count; i++) setVariance(roots.rows, roots.start + i * ROW, roots.level)
    const span = this.#below
    span.set(roots.level, roots.first, roots.count, roots.rows, roots.start)
    this.#variance.parents = span
    while (span.level < level) {
      if (span.level === MINUTE_LEVEL) this.#walk.refine(span, span)
      else this.#refiner.refine(span, from, last, span)
    }
    return span
  }
}
