/**
 * Correlated draws: a sum of common factors, keyed by place, and an asset's own part, keyed by place and asset. All
 * streams advance alike, so one asset's draws never shift another's.
 */
import { Draws, type Key } from '../core/random.js'

/** Streams of draws, one number per purpose, so that no two uses share a stream. */
export const STREAM = {
  anchor: 1,
  day: 2,
  ticks: 3,
  /** + octave, at most 31. */
  volatility: 100,
  /** + days that are halved, at most 256. */
  halving: 1000,
  /** + level of the children. */
  split: 2000,
  /** + level that recorded candles are cut into. */
  recorded: 3000,
} as const

export interface Factor {
  readonly key: Key
  readonly loading: number
}

export class FactorDraws {
  readonly #own = new Draws()
  readonly #ownKey: Key
  readonly #ownWeight: number
  readonly #factors: readonly { readonly key: Key; readonly weight: number; readonly draws: Draws }[]

  /** `ownShare` scales the asset's own part of the variance; the factors share the remainder. */
  constructor(own: Key, factors: readonly Factor[], ownShare = 1) {
    const common = factors.reduce((sum, { loading }) => sum + loading * loading, 0)
    const ownVariance = common > 0 ? Math.min(1, (1 - common) * ownShare) : 1
    const scale = common > 0 ? Math.sqrt((1 - ownVariance) / common) : 0
    this.#ownKey = own
    this.#ownWeight = Math.sqrt(ownVariance)
    this.#factors = factors.map(({ key, loading }) => ({ key, weight: loading * scale, draws: new Draws() }))
  }

  at(stream: number, index: number): this {
    this.#own.at(this.#ownKey, stream, index)
    const factors = this.#factors
    for (let n = 0; n < factors.length; n++) factors[n].draws.at(factors[n].key, stream, index)
    return this
  }

  /** Standard normal; the correlation with another asset at the same place is the product of their loadings. */
  normal(): number {
    let sum = this.#ownWeight * this.#own.normal()
    for (const { draws, weight } of this.#factors) sum += weight * draws.normal()
    return sum
  }

  normals(into: Float64Array, count: number): void {
    into.fill(0, 0, count)
    this.#own.addNormals(into, count, this.#ownWeight)
    const factors = this.#factors
    for (let n = 0; n < factors.length; n++) factors[n].draws.addNormals(into, count, factors[n].weight)
  }

  normalsApart(common: Float64Array, own: Float64Array, count: number): void {
    common.fill(0, 0, count)
    own.fill(0, 0, count)
    this.#own.addNormals(own, count, this.#ownWeight)
    for (const { draws, weight } of this.#factors) draws.addNormals(common, count, weight)
  }
}
