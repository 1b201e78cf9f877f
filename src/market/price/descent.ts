/**
 * Refinement of candles that the process did not draw. Their own range determines the variance inside, not the
 * market's volatility.
 */

import { LEVEL_SECONDS, MINUTE_LEVEL } from './periods.js'
import type { PriceModel } from './price-model.js'
import { SharedVariance, setVariance } from './range-variance.js'
import { Refiner } from './refine.js'
import { type CandleSpan, CLOSE, createSpan, HIGH, LOW, OPEN, ROW } from './span.js'
import { TickWalk } from './ticks.js'

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

export function foldRows(
  rows: Float64Array,
  at: number,
  count: number,
  to: Float64Array,
  into: number,
): void {
  let high = rows[at + HIGH]
  let low = rows[at + LOW]
  for (let n = 1; n < count; n++) {
    high = Math.max(high, rows[at + n * ROW + HIGH])
    low = Math.min(low, rows[at + n * ROW + LOW])
  }
  to[into + OPEN] = rows[at + OPEN]
  to[into + HIGH] = high
  to[into + LOW] = low
  to[into + CLOSE] = rows[at + (count - 1) * ROW + CLOSE]
}

export function childrenOf(level: number): number {
  return LEVEL_SECONDS[level] / LEVEL_SECONDS[level + 1]
}
