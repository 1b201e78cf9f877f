/**
 * Draws that assets share: each is a sum of common factors and of a part that is the asset's own, keyed by the place
 * alone and by place and asset. All streams advance alike, so what one asset draws never shifts another's.
 */
import { Draws, type Key } from '../core/random.js'

/** What each draw at a place is for; one number each, so that no two uses share a stream. */
export const STREAM = {
  anchor: 1,
  day: 2,
  ticks: 3,
  /** + number of the octave, at most 31. */
  volatility: 100,
  /** + days of what is halved, at most 256. */
  halving: 1000,
  /** + level of the children. */
  split: 2000,
  /** + level of the candles that recorded ones are cut into. */
  recorded: 3000,
} as const

/** A source of common draws and the correlation with it. */
export interface Factor {
  readonly key: Key
  readonly loading: number
}

export class FactorDraws {
  readonly #own = new Draws()
  readonly #ownKey: Key
  readonly #ownWeight: number
  readonly #factors: readonly { readonly key: Key; readonly weight: number; readonly draws: Draws }[]

  /** `ownShare` scales the part of the variance that is the asset's own; what it leaves, the factors share. */
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

  /** Standard normal; correlated with other assets' at the same place by the products of their loadings. */
  normal(): number {
    let sum = this.#ownWeight * this.#own.normal()
    for (const { draws, weight } of this.#factors) sum += weight * draws.normal()
    return sum
  }

  /** The next `count` of `normal`. */
  normals(into: Float64Array, count: number): void {
    into.fill(0, 0, count)
    this.#own.addNormals(into, count, this.#ownWeight)
    const factors = this.#factors
    for (let n = 0; n < factors.length; n++) factors[n].draws.addNormals(into, count, factors[n].weight)
  }

  /** The next `count` of `normal` in two parts: what is common, and what is the asset's own. */
  normalsApart(common: Float64Array, own: Float64Array, count: number): void {
    common.fill(0, 0, count)
    own.fill(0, 0, count)
    this.#own.addNormals(own, count, this.#ownWeight)
    for (const { draws, weight } of this.#factors) draws.addNormals(common, count, weight)
  }
}
