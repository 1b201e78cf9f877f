/** Spread of one token around its asset's price: wider in volatile markets, never quite symmetric. */

import type { Int } from '../../kit/numbers/platform.js'
import { Draws, type Key } from '../../kit/random/draws.js'
import { SlowNoise } from '../../kit/random/slow-noise.js'
import { growth } from './tables.js'

const SIDE_STREAM = 1_000_000
/** Exponents of volatility and slow noise in the width of a spread. */
const VOLATILITY_POWER = 0.5
const NOISE_RANGE = 2.4
/** Normalises the mean to the usual spread, nearly. */
const MEAN = 1.12
/** Maximum shift of the spread to one side. */
const SIDE_RANGE = 0.4
/** Relative change of a spread from one second to the next, at most about this. */
const JITTER = 0.3
const MAX_TOKENS = 4096

const draws = new Draws()

export class Spread {
  /** Distances of min and max from the median, as fractions of it, at the last instant. */
  below: number = Number.NaN
  above: number = Number.NaN
  readonly #key: Key
  readonly #index: Int
  readonly #usual: number
  readonly #noise: SlowNoise

  /** `index` is the token's draw index, `spreadBps` the usual width of both sides. */
  constructor(key: Key, index: Int, spreadBps: number) {
    this.#key = key
    this.#index = index
    this.#usual = spreadBps / 10_000
    this.#noise = new SlowNoise(key, index + 1)
  }

  /** `logVariance` is that of the asset's price over the average. */
  set(atSeconds: number, logVariance: number): void {
    const offset = draws.at(this.#key, SIDE_STREAM, atSeconds * MAX_TOKENS + this.#index).uniform() - 0.5
    const wide = (VOLATILITY_POWER / 2) * logVariance + NOISE_RANGE * (this.#noise.at(atSeconds) - 0.5)
    const half = (MEAN * this.#usual * growth(wide + JITTER * offset)) / 2
    const side = SIDE_RANGE * (2 * draws.uniform() - 1)
    this.below = half * (1 - side)
    this.above = half * (1 + side)
  }
}
