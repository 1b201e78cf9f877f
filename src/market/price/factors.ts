/**
 * Correlated draws: a sum of common factors, keyed by place, and an asset's own part, keyed by place and asset. All
 * streams advance alike, so one asset's draws never shift another's.
 */

import type { Int, Numbers } from '../../kit/numbers/platform.js'
import { Draws, type Key } from '../../kit/random/draws.js'
import { growth } from './tables.js'

// Streams of draws, one number per purpose, so that no two uses share a stream.
export const ANCHOR_STREAM = 1
export const FOUR_HOURS_STREAM = 2
export const TICK_STREAM = 3
export const CRISIS_STREAM = 4
/** + octave, at most 31. */
export const VOLATILITY_STREAM = 100
/** + days that are halved, at most 256. */
export const HALVING_STREAM = 1000
/** + level of the children. */
export const SPLIT_STREAM = 2000
/** + level that recorded candles are cut into. */
export const RECORDED_STREAM = 3000

/** Stress lowers the logarithm of an asset's own part of the variance by this share, within bounds: correlations rise. */
const CALMING = 0.9
const MAX_STRESS = 3
const MAX_OWN = 1
/** Own part of an asset without factors, whatever the stress. */
const UNCOUPLED = 1000

/** Common factor, with an asset's correlation to it. */
export class Factor {
  readonly key: Key
  readonly loading: number

  constructor(key: Key, loading: number) {
    this.key = key
    this.loading = loading
  }
}

/** Weighted draws of one key. */
class Part {
  readonly key: Key
  weight: number
  readonly draws: Draws = new Draws()

  constructor(key: Key, weight: number) {
    this.key = key
    this.weight = weight
  }
}

export class FactorDraws {
  readonly #own: Part
  readonly #factors: Part[] = []
  readonly #ownVariance: number
  #commonWeight: number = Number.NaN

  /** `ownShare` scales the asset's own part of the variance; the factors share the remainder. */
  constructor(own: Key, factors: Factor[], ownShare: number) {
    let common = 0.0
    for (let n = 0; n < factors.length; n++) common += factors[n].loading * factors[n].loading
    this.#ownVariance = common > 0 ? (1 - common) * ownShare : UNCOUPLED
    const length = Math.sqrt(common)
    this.#own = new Part(own, 1)
    for (let n = 0; n < factors.length; n++)
      this.#factors.push(new Part(factors[n].key, factors[n].loading / length))
  }

  /** Goes to the draws at a place, where log-variance is `stress` above the average: the more, the less is an asset's own. */
  at(stream: Int, index: number, stress: number): this {
    const bounded = Math.max(-MAX_STRESS, Math.min(MAX_STRESS, stress))
    const ownVariance = Math.min(MAX_OWN, this.#ownVariance * growth(-CALMING * bounded))
    this.#own.weight = Math.sqrt(ownVariance)
    this.#commonWeight = Math.sqrt(1 - ownVariance)
    this.#own.draws.at(this.#own.key, stream, index)
    const factors = this.#factors
    for (let n = 0; n < factors.length; n++) factors[n].draws.at(factors[n].key, stream, index)
    return this
  }

  /** Standard normal; the correlation with another asset at the same place is the product of their loadings. */
  normal(): number {
    const factors = this.#factors
    let sum = 0.0
    for (let n = 0; n < factors.length; n++) sum += factors[n].weight * factors[n].draws.normal()
    return this.#own.weight * this.#own.draws.normal() + this.#commonWeight * sum
  }

  normals(into: Numbers, count: Int): void {
    into.fill(0, 0, count)
    this.#own.draws.addNormals(into, count, this.#own.weight)
    this.#addCommon(into, count)
  }

  normalsApart(common: Numbers, own: Numbers, count: Int): void {
    common.fill(0, 0, count)
    own.fill(0, 0, count)
    this.#own.draws.addNormals(own, count, this.#own.weight)
    this.#addCommon(common, count)
  }

  #addCommon(into: Numbers, count: Int): void {
    const factors = this.#factors
    for (let n = 0; n < factors.length; n++)
      factors[n].draws.addNormals(into, count, this.#commonWeight * factors[n].weight)
  }
}
