/**
 * Volatility over time: log-variance is a sum of smooth noises on ever coarser grids, none aligned with the clock,
 * plus a weekly profile. A candle reads at its middle the noises that are not finer than itself, so neighbours
 * correlate across midnight as across any other minute.
 */
import { Draws, type Key } from '../core/random.js'
import { STREAM } from './factors.js'
import { DAY_SECONDS, LEVEL_SECONDS } from './periods.js'
import { growth } from './tables.js'
import type { WeekProfile } from './week-profile.js'

/** Grid spacing of the finest noise in seconds, and the ratio of consecutive spacings. */
const FINEST_SECONDS = 97
const COARSER = 2.7
/** Standard deviation of each noise in log-variance, finest first. */
const AMPLITUDES = [0.5, 0.5, 0.45, 0.42, 0.36, 0.36, 0.38, 0.44, 0.47, 0.47, 0.46, 0.46, 0.38] as const
const NOISES = AMPLITUDES.length
/** Threshold in standard deviations above which some noises add a shock: minutes, or days, of panic. */
const SHOCK_FROM = 2.2
const SHOCKS = [0, 1, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0] as const
/** Minimum grid spacing of a noise that a candle reads, relative to its length. */
const MIN_WIDTH = 0.75
/** Mean variance of a smooth curve through independent values, relative to theirs. */
const CURVE_VARIANCE = 1 - 9 / 35

/** Grid values drawn at once in sequential reads; cold candles need one or two each. */
const AHEAD = 8

/** Relative grid spacing from which a noise is read once for all children. */
const SLOW = 12

const SPACINGS = Float64Array.from(AMPLITUDES, (_, k) => FINEST_SECONDS * COARSER ** k)
const RATES = SPACINGS.map((spacing) => 1 / spacing)

export interface VolatilityOptions {
  readonly own: Key
  readonly common: Key
  /** Common part of the log-variance's variance, 0 to 1. */
  readonly commonShare: number
  readonly secondVariance: number
  readonly profile: WeekProfile
}

export class VolatilityField {
  readonly #options: VolatilityOptions
  readonly #draws = new Draws()
  /** State of all noises in parts of one array: a small array costs as much overhead as its numbers. */
  readonly #memory = new Float64Array(NOISES * (AHEAD + 6))
  readonly #phases = this.#part(0)
  /** Grid values around the last read, by noise: neighbours are read in sequence. */
  readonly #index = this.#part(1).fill(Number.NaN)
  readonly #left = this.#part(2)
  readonly #right = this.#part(3)
  /** Grid values drawn last, by noise: first index, count, and up to AHEAD values. */
  readonly #drawnFrom = this.#part(4)
  readonly #drawnCount = this.#part(5)
  readonly #drawn = this.#memory.subarray(NOISES * 6)
  #noise = Number.NaN
  readonly #commonWeight: number
  readonly #ownWeight: number

  constructor(options: VolatilityOptions) {
    this.#options = options
    this.#commonWeight = Math.sqrt(options.commonShare)
    this.#ownWeight = Math.sqrt(1 - options.commonShare)
    for (let k = 0; k < NOISES; k++)
      this.#phases[k] = this.#draws.at(options.common, STREAM.volatility + k, 2 ** 40).uniform()
  }

  #part(n: number): Float64Array {
    return this.#memory.subarray(NOISES * n, NOISES * (n + 1))
  }

  /**
   * Writes the variance of the log-price over each of `children` candles of `level` from `first` on, times `scale`,
   * into every `step`th of `into` from `at` on. Noises that are slow against all of them are read once, at their
   * middle.
   */
  variances(
    into: Float64Array,
    at: number,
    step: number,
    level: number,
    first: number,
    children: number,
    scale: number,
  ): void {
    const seconds = LEVEL_SECONDS[level]
    const { secondVariance, profile } = this.#options
    const finest = FINEST_OF_LEVEL[level]
    const slow = SLOW_FOR_LEVEL[level]
    this.#read(slow, NOISES, (first + children / 2) * seconds)
    const coarse = MEANS[finest] + this.#noise
    const unscaled = scale * secondVariance * seconds
    for (let n = 0; n < children; n++) {
      this.#read(finest, slow, (first + n + 0.5) * seconds)
      into[at + n * step] = unscaled * profile.at(level, first + n) * growth(coarse + this.#noise)
    }
  }

  /** The same over `days` (a power of two, 1 to 256) from day `first` on, into `into[at]`. */
  daysVariance(into: Float64Array, at: number, first: number, days: number): void {
    const { secondVariance, profile } = this.#options
    const middle = (first + days / 2) * DAY_SECONDS
    const finest = FINEST_OF_DAYS[days]
    this.#read(finest, NOISES, middle)
    into[at] = secondVariance * DAY_SECONDS * profile.days(first, days) * growth(MEANS[finest] + this.#noise)
  }

  /** Log-variance around a second over the average, without the profile. */
  logVarianceAt(atSeconds: number): number {
    this.#read(FINEST_OF_SECOND, NOISES, atSeconds)
    return MEANS[FINEST_OF_SECOND] + this.#noise
  }

  /** Sets `#noise` to the sum of the noises `finest` … `end - 1`. */
  #read(finest: number, end: number, atSeconds: number): void {
    let sum = 0
    for (let k = finest; k < end; k++) {
      const position = atSeconds * RATES[k] + this.#phases[k]
      const index = Math.floor(position)
      if (index !== this.#index[k]) this.#move(k, index)
      const t = position - index
      sum += this.#left[k] + (this.#right[k] - this.#left[k]) * t * t * (3 - 2 * t)
    }
    this.#noise = sum
  }

  #move(k: number, index: number): void {
    const start = k * AHEAD
    if (index === this.#index[k] + 1) {
      // The first step draws one value, as it may be the only one; later ones draw ahead.
      if (index + 1 >= this.#drawnFrom[k] + this.#drawnCount[k])
        this.#draw(k, index + 1, this.#drawnCount[k] === 2 ? 1 : AHEAD)
      this.#left[k] = this.#right[k]
      this.#right[k] = this.#drawn[start + index + 1 - this.#drawnFrom[k]]
    } else {
      this.#draw(k, index, 2)
      this.#left[k] = this.#drawn[start]
      this.#right[k] = this.#drawn[start + 1]
    }
    this.#index[k] = index
  }

  #draw(k: number, index: number, count: number): void {
    const { own, common } = this.#options
    const draws = this.#draws
    const values = this.#drawn
    const start = k * AHEAD
    values.fill(0, start, start + count)
    draws.addFirstNormals(values, start, count, common, STREAM.volatility + k, index, this.#commonWeight)
    draws.addFirstNormals(values, start, count, own, STREAM.volatility + k, index, this.#ownWeight)
    for (let n = start; n < start + count; n++)
      values[n] = AMPLITUDES[k] * values[n] + (values[n] > SHOCK_FROM ? SHOCKS[k] : 0)
    this.#drawnFrom[k] = index
    this.#drawnCount[k] = count
  }
}

function finestOf(seconds: number): number {
  return SPACINGS.findIndex((spacing) => spacing >= MIN_WIDTH * seconds)
}

/** Noises that last minutes. */
const FINEST_OF_SECOND = 2
const FINEST_OF_LEVEL = LEVEL_SECONDS.map(finestOf)
const FINEST_OF_DAYS = Array.from({ length: 129 }, (_, days) => finestOf(days * DAY_SECONDS))
const SLOW_FOR_LEVEL = LEVEL_SECONDS.map((_, level) =>
  level === 0 ? 0 : SPACINGS.findIndex((spacing) => spacing >= SLOW * LEVEL_SECONDS[level - 1]),
)
/** Correction of log-variance to the mean variance, by the finest noise read. */
const MEANS = AMPLITUDES.map(
  (_, finest) =>
    -(CURVE_VARIANCE / 2) *
    AMPLITUDES.slice(finest).reduce((sum, amplitude) => sum + amplitude * amplitude, 0),
)
