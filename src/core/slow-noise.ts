/**
 * Slow noise: a drifting quantity, the sum of smooth curves through keyed values on ever finer grids of time. A pure
 * function of key and instant, in constant time.
 */
import { Draws, type Key } from './draws.js'

const HOUR = 3600
const DAY = 24 * HOUR

/** Grid step in seconds, and weight of each curve. */
const CURVES = [
  { seconds: 40 * DAY, share: 0.17 },
  { seconds: 9 * DAY, share: 0.17 },
  { seconds: 2 * DAY, share: 0.12 },
  { seconds: 7 * HOUR, share: 0.06 },
  { seconds: HOUR / 2, share: 0.03 },
] as const
/** Weight of a constant level. */
const LEVEL_SHARE = 0.45

const draws = new Draws()

export class SlowNoise {
  readonly #level: number
  readonly #curves: readonly Curve[]

  /** `purpose`, a small integer, distinguishes the quantities of one key. */
  constructor(key: Key, purpose: number) {
    const first = purpose * (CURVES.length + 1)
    this.#level = draws.at(key, first, 0).uniform()
    this.#curves = CURVES.map(({ seconds }, n) => new Curve(key, first + n + 1, seconds, draws.uniform()))
  }

  /** The value at Unix seconds: in (0, 1), mostly near the middle. */
  at(atSeconds: number): number {
    let value = LEVEL_SHARE * this.#level
    for (let n = 0; n < CURVES.length; n++) value += CURVES[n].share * this.#curves[n].at(atSeconds)
    return value
  }
}

/** A smooth curve through uniform values at every `seconds`, the first `phase` of them before 1970. */
class Curve {
  readonly #key: Key
  readonly #stream: number
  readonly #seconds: number
  readonly #phase: number
  /** A memo: the grid values around the last instant, as instants are often consecutive. */
  #index = Number.NaN
  #left = 0
  #right = 0

  constructor(key: Key, stream: number, seconds: number, phase: number) {
    this.#key = key
    this.#stream = stream
    this.#seconds = seconds
    this.#phase = phase
  }

  at(atSeconds: number): number {
    const position = atSeconds / this.#seconds + this.#phase
    const index = Math.floor(position)
    if (index !== this.#index) {
      this.#left = draws.at(this.#key, this.#stream, index).uniform()
      this.#right = draws.at(this.#key, this.#stream, index + 1).uniform()
      this.#index = index
    }
    const t = position - index
    return this.#left + (this.#right - this.#left) * t * t * (3 - 2 * t)
  }
}
