/** Variance inside candles that the process did not draw, estimated from their range. */
import { MINUTE_LEVEL } from './periods.js'
import { type CandleSpan, createSpan, HIGH, LOW, ROW, VARIANCE } from './span.js'
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

  constructor(field: VolatilityField) {
    this.#field = field
  }

  readonly variances: VolatilityField['variances'] = (into, at, step, level, first, children, scale) => {
    this.#field.variances(into, at, step, level, first, children, scale)
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
