/**
 * Crises: within minutes a price falls, or an asset of its own tail jumps, volatility rises at once, and both recede over
 * days. Each cell of time has one, mostly too small to notice: sizes have a Pareto tail. Those of a key are common to
 * all assets that share it, in time and size.
 */

import { exp, ln } from '../../kit/numbers/log-exp.js'
import { Numbers } from '../../kit/numbers/platform.js'
import { Draws, type Key } from '../../kit/random/draws.js'
import { CRISIS_STREAM } from './factors.js'
import { DAY_SECONDS } from './levels.js'
import { decay } from './tables.js'

const CELL_SECONDS = 5 * DAY_SECONDS
/** Cells whose crises can be felt. */
const CELLS = 4
/** Exponent of the sizes' tail; least and greatest size in standard deviations of an hour. */
const TAIL = 1.65
const MIN_SIZE = 2.7
const MAX_SIZE = 7.8
/** Seconds in which a blow and its aftermath fall to 1/e. */
const BLOW = 2700
const AFTERMATH = 1.2 * DAY_SECONDS
/** Seconds after which nothing is left of the aftermath. */
const LASTING = 9 * AFTERMATH
/** Seconds until the price has recovered. */
const RECOVERY = 3 * CELL_SECONDS
/** Variances of blow and aftermath, by squared size, and the fall, by size. */
const BLOW_VARIANCE = 1.08
const AFTERMATH_VARIANCE = 0.45
const FALL = 0.4
const HOUR_SECONDS = 3600

const draws = new Draws()

export class Crises {
  readonly #key: Key
  readonly #weight: number
  /** In log-price: a size of 1; positive where prices fall. */
  readonly #unit: number
  #cell: number = Number.NaN
  /** Begin and size by cell, newest first. */
  readonly #known: Numbers = new Numbers(2 * CELLS)

  /** `weight` is that of the crises in the asset; negative ones let prices rise. */
  constructor(key: Key, weight: number, secondVariance: number) {
    this.#key = key
    this.#weight = weight
    this.#unit = weight * Math.sqrt(secondVariance * HOUR_SECONDS)
  }

  /** Mean variance that they add between two seconds, relative to that of calm times. */
  variance(from: number, to: number): number {
    this.#move(to)
    let sum = 0.0
    for (let n = 0; n < CELLS; n++) {
      const end = to - this.#known[2 * n]
      if (end <= 0 || from - this.#known[2 * n] > LASTING) continue
      const begin = Math.max(0, from - this.#known[2 * n])
      const size = this.#known[2 * n + 1]
      sum +=
        size *
        size *
        (BLOW_VARIANCE * (decay(begin / BLOW) - decay(end / BLOW)) +
          AFTERMATH_VARIANCE * (decay(begin / AFTERMATH) - decay(end / AFTERMATH)))
    }
    return (sum * this.#weight * this.#weight * HOUR_SECONDS) / (to - from)
  }

  /** The mean of `variance`. */
  meanVariance(): number {
    const square =
      (TAIL * MIN_SIZE * MIN_SIZE - 2 * exp(TAIL * ln(MIN_SIZE / MAX_SIZE)) * MAX_SIZE * MAX_SIZE) /
      (TAIL - 2)
    return (
      (square * (BLOW_VARIANCE + AFTERMATH_VARIANCE) * this.#weight * this.#weight * HOUR_SECONDS) /
      CELL_SECONDS
    )
  }

  /** Shift of the log-price at a second. */
  shift(at: number): number {
    this.#move(at)
    let sum = 0.0
    for (let n = 0; n < CELLS; n++) {
      const since = at - this.#known[2 * n]
      if (since <= 0 || since >= RECOVERY) continue
      const left = 1 - (since / RECOVERY) * (since / RECOVERY)
      sum += this.#known[2 * n + 1] * (1 - decay(since / BLOW)) * left * left
    }
    return -FALL * sum * this.#unit
  }

  #move(second: number): void {
    const cell = Math.floor(second / CELL_SECONDS)
    if (cell === this.#cell) return
    this.#cell = cell
    for (let n = 0; n < CELLS; n++) {
      draws.at(this.#key, CRISIS_STREAM, cell - n)
      this.#known[2 * n] = (cell - n + draws.uniform()) * CELL_SECONDS
      this.#known[2 * n + 1] = Math.min(MAX_SIZE, MIN_SIZE * exp(-ln(draws.uniform()) / TAIL))
    }
  }
}
