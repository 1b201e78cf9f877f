/**
 * Slow noise: a drifting quantity, the sum of smooth curves through keyed values on ever finer grids of time. A pure
 * function of key and instant, in constant time.
 */

import { type Int, Numbers } from '../numbers/platform.js'
import { Draws, type Key } from './draws.js'

const HOUR = 3600
const DAY = 24 * HOUR

/** Grid step in seconds, and weight of each curve. */
const STEPS: number[] = [40 * DAY, 9 * DAY, 2 * DAY, 7 * HOUR, HOUR / 2]
const SHARES: number[] = [0.17, 0.17, 0.12, 0.06, 0.03]
const CURVES = 5
/** Weight of a constant level. */
const LEVEL_SHARE = 0.45

const draws = new Draws()

export class SlowNoise {
  readonly #level: number
  readonly #curves: Curve[] = []

  /** `purpose`, a small integer, distinguishes the quantities of one key. */
  constructor(key: Key, purpose: Int) {
    const first = purpose * (CURVES + 1)
    this.#level = draws.at(key, first, 0).uniform()
    for (let n = 0; n < CURVES; n++)
      this.#curves.push(new Curve(key, first + n + 1, STEPS[n], draws.uniform()))
  }

  /** The value at Unix seconds: in (0, 1), mostly near the middle. */
  at(atSeconds: number): number {
    let value = LEVEL_SHARE * this.#level
    for (let n = 0; n < CURVES; n++) value += SHARES[n] * this.#curves[n].at(atSeconds)
    return value
  }

  /** Values at `count` instants, `stepSeconds` apart. */
  series(firstSecond: number, stepSeconds: number, count: Int): Numbers {
    const values = new Numbers(count)
    values.fill(LEVEL_SHARE * this.#level)
    for (let n = 0; n < CURVES; n++)
      this.#curves[n].addSeries(values, SHARES[n], firstSecond, stepSeconds, count)
    return values
  }
}

/** A smooth curve through uniform values at every `seconds`, the first `phase` of them before 1970. */
class Curve {
  readonly #key: Key
  readonly #stream: Int
  readonly #seconds: number
  readonly #phase: number
  /** A memo: the grid values around the last instant, as instants are often consecutive. */
  #index: number = Number.NaN
  #left: number = Number.NaN
  #right: number = Number.NaN

  constructor(key: Key, stream: Int, seconds: number, phase: number) {
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

  addSeries(values: Numbers, share: number, firstSecond: number, stepSeconds: number, count: Int): void {
    for (let n = 0; n < count; n++) values[n] += share * this.at(firstSecond + stepSeconds * n)
  }
}
