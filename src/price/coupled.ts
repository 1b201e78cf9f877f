/**
 * Draws of which a share is common to all assets: assets move together because part of each draw is keyed by the
 * place alone. Both streams advance alike, so what one asset draws never shifts another's.
 */
import { Draws, type Key } from '../core/random.js'

/** What each draw at a place is for; one number each, so that no two uses share a stream. */
export const STREAM = {
  anchor: 1,
  day: 2,
  /** + days of what is halved, at most 256. */
  halving: 1000,
  /** + level. */
  weights: 2000,
  /** + 16 x level + number of the candidate, at most 15. */
  candidate: 3000,
} as const

export class CoupledDraws {
  readonly #own = new Draws()
  readonly #common = new Draws()
  readonly #ownKey: Key
  readonly #commonKey: Key
  readonly #coupling: number
  readonly #ownWeight: number
  readonly #commonWeight: number

  /** `coupling`: the share of variance that is common, 0 to 1. */
  constructor(own: Key, common: Key, coupling: number) {
    this.#ownKey = own
    this.#commonKey = common
    this.#coupling = coupling
    this.#ownWeight = Math.sqrt(1 - coupling)
    this.#commonWeight = Math.sqrt(coupling)
  }

  at(stream: number, index: number): this {
    this.#own.at(this.#ownKey, stream, index)
    this.#common.at(this.#commonKey, stream, index)
    return this
  }

  /** The stream of this asset alone. */
  get own(): Draws {
    return this.#own
  }

  /** Standard normal, correlated by the coupling with other assets' at the same place. */
  normal(): number {
    return this.#commonWeight * this.#common.normal() + this.#ownWeight * this.#own.normal()
  }

  /** The next `count` of `normal`. */
  normals(into: Float64Array, count: number): void {
    into.fill(0, 0, count)
    this.#common.addNormals(into, count, this.#commonWeight)
    this.#own.addNormals(into, count, this.#ownWeight)
  }

  /** The next `count` of `uniform`. */
  uniforms(into: Float64Array, count: number): void {
    for (let i = 0; i < count; i++) {
      const common = this.#common.uniform()
      const own = this.#own.uniform()
      into[i] = this.#own.uniform() < this.#coupling ? common : own
    }
  }

  /** By turns the next of `uniform` and one of this asset alone, `count` of each. */
  uniformPairs(into: Float64Array, count: number): void {
    for (let i = 0; i < 2 * count; i += 2) {
      const common = this.#common.uniform()
      const own = this.#own.uniform()
      into[i] = this.#own.uniform() < this.#coupling ? common : own
      into[i + 1] = this.#own.uniform()
    }
  }

  /** Uniform in (0, 1), the same as other assets' as often as the coupling says. */
  uniform(): number {
    const common = this.#common.uniform()
    const own = this.#own.uniform()
    return this.#own.uniform() < this.#coupling ? common : own
  }
}
