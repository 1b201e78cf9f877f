/**
 * Volatility over time: log-variance is a sum of smooth noises on ever coarser grids, none aligned with the clock,
 * plus a weekly profile. A candle reads at its middle the noises that are not finer than itself, so neighbours
 * correlate across midnight as across any other minute.
 */

import { type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { Draws, type Key } from '../../kit/random/draws.js'
import type { Crises } from './crises.js'
import { VOLATILITY_STREAM } from './factors.js'
import { DAY_SECONDS, LEVEL_SECONDS } from './levels.js'
import { growth } from './tables.js'
import type { WeekProfile } from './week-profile.js'

/** Grid spacing of each noise in seconds, finest first: 97 x 2.7^k. */
const SPACINGS: number[] = [
  97, 261.90000000000003, 707.1300000000001, 1909.2510000000004, 5154.977700000001, 13918.439790000006,
  37579.78743300001, 101465.42606910004, 273956.65038657014, 739682.9560437395, 1997143.9813180966,
  5392288.749558861, 14559179.623808926,
]
/** Standard deviation of each noise in log-variance. */
const AMPLITUDES: number[] = [0.5, 0.5, 0.45, 0.42, 0.36, 0.36, 0.38, 0.44, 0.48, 0.53, 0.56, 0.56, 0.43]
const NOISES = 13
/** Exponent of volatility in the variance that crises add. */
const STIRRING = 0.4
/** Stress of a crisis at most. */
const MAX_CRISIS_STRESS = 2
/** Minimum grid spacing of a noise that a candle reads, relative to its length. */
const MIN_WIDTH = 0.75
/** Mean variance of a smooth curve through independent values, relative to theirs. */
const CURVE_VARIANCE = 1 - 9.0 / 35

/** Grid values drawn at once in sequential reads; cold candles need one or two each. */
const AHEAD = 8

/** Relative grid spacing from which a noise is read once for all children. */
const SLOW = 12

/** Variances of the log-price over candles. */
export interface Variances {
  /** Log-variance above the average, where they were read last. */
  stress: number
  variances(into: Numbers, at: Int, step: Int, level: Int, first: number, children: Int, scale: number): void
}

export class VolatilityField implements Variances {
  stress: number = 0
  readonly #crises: Crises[]
  readonly #crisisMean: number
  readonly #own: Key
  readonly #common: Key
  readonly #secondVariance: number
  readonly #profile: WeekProfile
  readonly #draws: Draws = new Draws()
  readonly #phases: Numbers = new Numbers(NOISES)
  /** Grid values around the last read, by noise: neighbours are read in sequence. */
  readonly #index: Numbers = new Numbers(NOISES)
  readonly #left: Numbers = new Numbers(NOISES)
  readonly #right: Numbers = new Numbers(NOISES)
  /** Grid values drawn last, by noise: first index, count, and up to AHEAD values. */
  readonly #drawnFrom: Numbers = new Numbers(NOISES)
  readonly #drawnCount: Numbers = new Numbers(NOISES)
  readonly #drawn: Numbers = new Numbers(NOISES * AHEAD)
  #noise: number = Number.NaN
  readonly #commonWeight: number
  readonly #ownWeight: number

  /** `commonShare`: common part of the log-variance's variance, 0 to 1. */
  constructor(
    own: Key,
    common: Key,
    commonShare: number,
    secondVariance: number,
    profile: WeekProfile,
    crises: Crises[],
  ) {
    this.#crises = crises
    let mean = 1.0
    for (let n = 0; n < crises.length; n++) mean += crises[n].meanVariance()
    this.#crisisMean = mean
    this.#own = own
    this.#common = common
    this.#secondVariance = secondVariance
    this.#profile = profile
    this.#commonWeight = Math.sqrt(commonShare)
    this.#ownWeight = Math.sqrt(1 - commonShare)
    this.#index.fill(Number.NaN, 0, NOISES)
    for (let k = 0; k < NOISES; k++)
      this.#phases[k] = this.#draws.at(common, VOLATILITY_STREAM + k, PHASE_INDEX).uniform()
  }

  /**
   * Writes the variance of the log-price over each of `children` candles of `level` from `first` on, times `scale`,
   * into every `step`th of `into` from `at` on. Noises that are slow against all of them are read once, at their
   * middle.
   */
  variances(
    into: Numbers,
    at: Int,
    step: Int,
    level: Int,
    first: number,
    children: Int,
    scale: number,
  ): void {
    const seconds = LEVEL_SECONDS[level]
    const profile = this.#profile
    const finest = FINEST_OF_LEVEL[level]
    const slow = SLOW_FOR_LEVEL[level]
    this.#read(slow, NOISES, (first + 0.5 * children) * seconds)
    const coarse = MEANS[finest] + this.#noise
    const unscaled = (scale * this.#secondVariance * seconds) / this.#crisisMean
    const stirred = growth(STIRRING * coarse)
    let ofCrises = 0.0
    for (let n = 0; n < children; n++) {
      this.#read(finest, slow, (first + n + 0.5) * seconds)
      const ofCrisis = this.#crisisVariance((first + n) * seconds, (first + n + 1) * seconds)
      ofCrises += ofCrisis
      into[at + n * step] =
        unscaled * profile.at(level, first + n) * (growth(coarse + this.#noise) + stirred * ofCrisis)
    }
    this.#setStress(coarse, ofCrises / children)
  }

  /** The same over `days` (a power of two, 1 to 128) from day `first` on. */
  daysVariance(first: number, days: Int): number {
    const middle = (first + 0.5 * days) * DAY_SECONDS
    const finest = FINEST_OF_DAYS[days]
    this.#read(finest, NOISES, middle)
    const logVariance = MEANS[finest] + this.#noise
    const ofCrises = this.#crisisVariance(first * DAY_SECONDS, (first + days) * DAY_SECONDS)
    this.#setStress(logVariance, ofCrises)
    const variance = growth(logVariance) + growth(STIRRING * logVariance) * ofCrises
    const unscaled = (this.#secondVariance * DAY_SECONDS) / this.#crisisMean
    return unscaled * this.#profile.days(first, days) * variance
  }

  /** Shift of the log-price by crises. */
  shift(atSeconds: number): number {
    let sum = 0.0
    for (let n = 0; n < this.#crises.length; n++) sum += this.#crises[n].shift(atSeconds)
    return sum / Math.sqrt(this.#crisisMean)
  }

  /** Mean variance that crises add between two seconds, relative to that of calm times. */
  #crisisVariance(from: number, to: number): number {
    let sum = 0.0
    for (let n = 0; n < this.#crises.length; n++) sum += this.#crises[n].variance(from, to)
    return sum
  }

  #setStress(logVariance: number, ofCrises: number): void {
    this.stress = logVariance + Math.min(MAX_CRISIS_STRESS, ofCrises)
  }

  /** Log-variance around a second over the average, without the profile. */
  logVarianceAt(atSeconds: number): number {
    this.#read(FINEST_OF_SECOND, NOISES, atSeconds)
    return MEANS[FINEST_OF_SECOND] + this.#noise
  }

  /** Sets `#noise` to the sum of the noises `finest` … `end - 1`. */
  #read(finest: Int, end: Int, atSeconds: number): void {
    let sum = 0.0
    for (let k = finest; k < end; k++) {
      const position = atSeconds * RATES[k] + this.#phases[k]
      const index = Math.floor(position)
      if (index !== this.#index[k]) this.#move(k, index)
      const t = position - index
      sum += this.#left[k] + (this.#right[k] - this.#left[k]) * t * t * (3 - 2 * t)
    }
    this.#noise = sum
  }

  #move(k: Int, index: number): void {
    const start = k * AHEAD
    if (index === this.#index[k] + 1) {
      // The first step draws one value, as it may be the only one; later ones draw ahead.
      if (index + 1 >= this.#drawnFrom[k] + this.#drawnCount[k])
        this.#draw(k, index + 1, this.#drawnCount[k] === 2 ? 1 : AHEAD)
      this.#left[k] = this.#right[k]
      this.#right[k] = this.#drawn[start + toInt(index + 1 - this.#drawnFrom[k])]
    } else {
      this.#draw(k, index, 2)
      this.#left[k] = this.#drawn[start]
      this.#right[k] = this.#drawn[start + 1]
    }
    this.#index[k] = index
  }

  #draw(k: Int, index: number, count: Int): void {
    const draws = this.#draws
    const values = this.#drawn
    const start = k * AHEAD
    values.fill(0, start, start + count)
    draws.addFirstNormals(
      values,
      start,
      count,
      this.#common,
      VOLATILITY_STREAM + k,
      index,
      this.#commonWeight,
    )
    draws.addFirstNormals(values, start, count, this.#own, VOLATILITY_STREAM + k, index, this.#ownWeight)
    for (let n = start; n < start + count; n++) values[n] *= AMPLITUDES[k]
    this.#drawnFrom[k] = index
    this.#drawnCount[k] = count
  }
}

/** Index that no read reaches. */
const PHASE_INDEX: number = 1_099_511_627_776

/** Noises that last minutes. */
const FINEST_OF_SECOND = 2
const MAX_DAYS = 128
const RATES = new Numbers(NOISES)
/** Correction of log-variance to the mean variance, by the finest noise read. */
const MEANS = new Numbers(NOISES)
for (let k = 0; k < NOISES; k++) {
  RATES[k] = 1 / SPACINGS[k]
  let sum = 0.0
  for (let n = k; n < NOISES; n++) sum += AMPLITUDES[n] * AMPLITUDES[n]
  MEANS[k] = -(CURVE_VARIANCE / 2) * sum
}
const FINEST_OF_LEVEL: Int[] = []
const SLOW_FOR_LEVEL: Int[] = []
for (let level = 0; level < LEVEL_SECONDS.length; level++) {
  FINEST_OF_LEVEL.push(noiseFrom(MIN_WIDTH * LEVEL_SECONDS[level]))
  SLOW_FOR_LEVEL.push(level === 0 ? 0 : noiseFrom(1.0 * SLOW * LEVEL_SECONDS[level - 1]))
}
const FINEST_OF_DAYS: Int[] = []
for (let days = 0; days <= MAX_DAYS; days++) FINEST_OF_DAYS.push(noiseFrom(MIN_WIDTH * (days * DAY_SECONDS)))

/** Finest noise with at least this grid spacing. */
function noiseFrom(seconds: number): Int {
  let k: Int = 0
  while (k < NOISES && SPACINGS[k] < seconds) k++
  return k < NOISES ? k : -1
}
