/**
 * Draws of which a share is common to all assets: assets move together because part of each draw is keyed by the
 * place alone. Both streams advance alike, so what one asset draws never shifts another's.
 */
import { Draws, type Key } from '../core/random.js'

/** What each draw at a place is for; one number each, so that no two uses share a stream. */
export const STREAM = {
  knot: 1,
  day: 2,
  /** + days of the stretch that is halved, at most 256. */
  halving: 1000,
  /** + level. */
  shares: 2000,
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

  /** Uniform in (0, 1), the same as other assets' as often as the coupling says. */
  uniform(): number {
    const common = this.#common.uniform()
    const own = this.#own.uniform()
    return this.#own.uniform() < this.#coupling ? common : own
  }
}
