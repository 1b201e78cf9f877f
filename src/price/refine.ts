/**
 * The other levels: a candle's children, drawn so that they fold to it exactly.
 *
 * The children's first and last ticks are a bridge from the parent's first to its last, their extremes those of the
 * bridges in between. Such candidates are drawn until one comes near the parent's high and low; the nearest is
 * rescaled onto them by an order-preserving map, so that maxima stay maxima and the fold is exact to the bit.
 */
import { type Candidate, createCandidate, drawExtremesBeyond, drawPath } from './candidate.js'
import { type CoupledDraws, STREAM } from './coupled.js'
import { LEVEL_SECONDS } from './periods.js'
import { rescale } from './rescale.js'
import { CLOSE, createSpan, HIGH, LOW, OPEN, ROW, type Span, VARIANCE } from './span.js'
import { createVarianceWeights, drawVarianceWeights } from './variance-weights.js'

const MOST_CHILDREN = 60
const MOST_CANDIDATES = 12
/**
 * A candidate whose high and low miss the parent's by less than this many standard deviations, together, is taken.
 * Smaller fits better but makes assets pick different candidates, so that they no longer move together within a day.
 */
const NEAR_ENOUGH = 0.8

export class Refiner {
  readonly #draws: CoupledDraws
  readonly #weights = createVarianceWeights(MOST_CHILDREN)
  #nearest: Candidate = createCandidate(MOST_CHILDREN)
  #next: Candidate = createCandidate(MOST_CHILDREN)

  constructor(draws: CoupledDraws) {
    this.#draws = draws
  }

  /** All children of all `parents`, one level down. */
  refine(parents: Span): Span {
    const level = parents.level + 1
    const ticks = LEVEL_SECONDS[level]
    const children = LEVEL_SECONDS[parents.level] / ticks
    const span = createSpan(level, parents.first * children, parents.count * children)
    for (let i = 0; i < parents.count; i++) {
      const parent = parents.start + i * ROW
      this.#draws.at(STREAM.weights + level, parents.first + i)
      drawVarianceWeights(this.#weights, this.#draws, parents.rows[parent + VARIANCE], children, ticks)
      this.#choose(parents.rows, parent, STREAM.candidate + 16 * level, parents.first + i, children, ticks)
      rescale(this.#nearest, parents.rows, parent, span.rows, i * children * ROW, children, ticks)
      for (let n = 0; n < children; n++)
        span.rows[(i * children + n) * ROW + VARIANCE] = this.#weights.variance[n]
    }
    return span
  }

  #choose(
    rows: Float64Array,
    parent: number,
    stream: number,
    index: number,
    children: number,
    ticks: number,
  ): void {
    const open = rows[parent + OPEN]
    const close = rows[parent + CLOSE]
    const high = rows[parent + HIGH]
    const low = rows[parent + LOW]
    const enough = NEAR_ENOUGH * Math.sqrt(rows[parent + VARIANCE])
    let leastMiss = Infinity
    for (let number = 0; number < MOST_CANDIDATES && leastMiss > enough; number++) {
      this.#draws.at(stream + number, index)
      const candidate = this.#next
      drawPath(candidate, this.#draws, this.#weights, open, close, children, ticks)
      // What already lies outside, no extreme can mend.
      if (Math.max(0, candidate.top - high) + Math.max(0, low - candidate.bottom) >= leastMiss) continue
      if (ticks > 1) drawExtremesBeyond(candidate, this.#draws, this.#weights, children)
      const miss = Math.abs(candidate.top - high) + Math.abs(candidate.bottom - low)
      if (miss >= leastMiss) continue
      leastMiss = miss
      this.#next = this.#nearest
      this.#nearest = candidate
    }
  }
}
