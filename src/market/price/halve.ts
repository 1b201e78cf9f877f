/**
 * Cuts one candle into two that fold to it exactly, as a Brownian bridge with its high and low would be cut.
 *
 * The meeting point of the halves is drawn from its density under such a bridge; which half has the high and which the low, from
 * the weights of the cases in that density; the reach of the other half, from the law of a bridge that stays between.
 */
import { type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { BridgeExtremes, SHORTFALL, walkReach } from './bridge-extremes.js'
import { Cases, MAX_VARIANCE } from './bridge-law.js'
import { CLOSE, HIGH, LOW, OPEN, ROW, VARIANCE } from './span.js'
import { decay, probabilityBelow } from './tables.js'

/** Normals per cut: lattice cell and offset, sides of high and low, step between the halves. */
export const DRAWS = 5
/** Draws needed as uniforms, in this order. */
const UNIFORMS = 4
const CELL = 0
const OFFSET = 1
const HIGH_SIDE = 2
const LOW_SIDE = 3
const STEP = 4

/** Lattice of meeting points, in standard deviations around the mean. */
const LATTICE_REACH = 4.5
const LATTICE_STEP = 1.5
const MIN_PLACES = 4
const MAX_PLACES = 6

/** Scratch memory of a cut, shared by all assets. */
const uniforms = new Numbers(UNIFORMS)
const places = new Numbers(MAX_PLACES)
const density = new Numbers(MAX_PLACES)
const cases = new Cases(MAX_PLACES)
const extremes = new BridgeExtremes()

export class Halving {
  readonly begin: Int
  readonly middle: Int
  readonly over: Int

  constructor(begin: Int, over: Int) {
    this.begin = begin
    this.middle = (begin + over) >> 1
    this.over = over
  }
}

/** Adds the cuts of the rows `begin` … `over - 1` into single ones to `list`. */
export function addHalvings(list: Halving[], begin: Int, over: Int): Halving[] {
  if (over - begin < 2) return list
  const halving = new Halving(begin, over)
  list.push(halving)
  addHalvings(list, begin, halving.middle)
  return addHalvings(list, halving.middle, over)
}

export class Halver {
  #open: number = Number.NaN
  #high: number = Number.NaN
  #low: number = Number.NaN
  #close: number = Number.NaN
  // Drawn: the meeting point, the chances of the first half to have each extreme, and whether it has.
  #meet: number = Number.NaN
  #highChance: number = Number.NaN
  #lowChance: number = Number.NaN
  #hasHigh: boolean = false
  #hasLow: boolean = false
  // Reach of a continuous path beyond the candle's high and low.
  #margin: number = Number.NaN

  /**
   * Cuts the candle of the rows `begin` … `over - 1`, stored in row `begin`, into those of the rows before `middle`
   * and from it on. The rows' variances are known; a child lasts `seconds`; `normals` are read from `drawn` on.
   */
  halve(
    rows: Numbers,
    begin: Int,
    middle: Int,
    over: Int,
    seconds: number,
    normals: Numbers,
    drawn: Int,
  ): void {
    const row = begin * ROW
    const next = middle * ROW
    const open = rows[row + OPEN]
    const high = rows[row + HIGH]
    const low = rows[row + LOW]
    const close = rows[row + CLOSE]
    let variance = 0.0
    for (let n = begin; n < middle; n++) variance += rows[n * ROW + VARIANCE]
    let nextVariance = 0.0
    for (let n = middle; n < over; n++) nextVariance += rows[n * ROW + VARIANCE]
    // One tick passes between the halves, and one after them.
    const link = rows[next - ROW + VARIANCE] / seconds
    const inner = variance - link
    const nextInner = nextVariance - rows[(over - 1) * ROW + VARIANCE] / seconds
    const toMeet = inner + link / 2
    const fromMeet = nextInner + link / 2
    const sum = toMeet + fromMeet
    const margin = SHORTFALL * Math.sqrt((variance + nextVariance) / ((over - begin) * seconds))
    const width = high - low + 2 * margin
    const squeeze = Math.min(1, (MAX_VARIANCE * width * width) / sum)

    this.#margin = margin
    this.#open = open
    this.#high = high
    this.#low = low
    this.#close = close
    const before = cases.before
    const after = cases.after
    cases.touchesHigh = high > open && high > close
    cases.touchesLow = low < open && low < close
    before.variance = squeeze * toMeet
    after.variance = squeeze * fromMeet
    before.end = open
    after.end = close
    before.upper = after.upper = high + margin
    before.lower = after.lower = low - margin
    for (let n = 0; n < UNIFORMS; n++) uniforms[n] = probabilityBelow(normals[drawn + n])
    this.#chooseMeeting()

    // The step between the halves leaves neither end outside.
    const room = Math.min(high - this.#meet, this.#meet - low)
    const leap = (normals[drawn + STEP] * Math.sqrt(squeeze * link) + ((close - open) * link) / sum) / 2
    const half = Math.max(-room, Math.min(room, leap))
    rows[row + CLOSE] = Math.min(high, Math.max(low, this.#meet - half))
    rows[next + OPEN] = Math.min(high, Math.max(low, this.#meet + half))
    rows[next + CLOSE] = close

    // The remainder of the draw for the side gives the other half's reach: a close choice leaves it near.
    const highSide = uniforms[HIGH_SIDE]
    const lowSide = uniforms[LOW_SIDE]
    const highChance = cases.touchesHigh ? this.#highChance : 0.0
    const lowChance = cases.touchesLow ? this.#lowChance : 0.0
    extremes.upper = high + margin
    extremes.lower = low - margin
    for (let n = 0; n < 2; n++) {
      const isFirst = n === 0
      extremes.variance = isFirst ? inner : nextInner
      if (isFirst) {
        extremes.highUniform = 1 - (highSide - highChance) / (1 - highChance)
        extremes.lowUniform = 1 - (lowSide - lowChance) / (1 - lowChance)
      } else {
        extremes.highUniform = cases.touchesHigh ? highSide / highChance : remainder(highSide)
        extremes.lowUniform = cases.touchesLow ? lowSide / lowChance : remainder(lowSide)
      }
      extremes.touchesUpper = cases.touchesHigh && this.#hasHigh === isFirst
      extremes.touchesLower = cases.touchesLow && this.#hasLow === isFirst
      this.#setExtremes(rows, isFirst ? row : next)
    }
  }

  /** Draws from a lattice with a random offset, which represents all points: its sums are exact to many digits. */
  #chooseMeeting(): void {
    const before = cases.before
    const after = cases.after
    const sum = before.variance + after.variance
    const mean = this.#open + ((this.#close - this.#open) * before.variance) / sum
    const spread = (before.variance * after.variance) / sum
    const deviation = Math.sqrt(spread)
    const least = Math.max(this.#low, mean - LATTICE_REACH * deviation)
    const most = Math.min(this.#high, mean + LATTICE_REACH * deviation)
    const wanted = Math.ceil((most - least) / (LATTICE_STEP * deviation))
    const count = toInt(Math.min(MAX_PLACES, Math.max(MIN_PLACES, wanted)))
    const offset = uniforms[OFFSET]
    for (let j = 0; j < count; j++) places[j] = least + ((j + offset) * (most - least)) / count
    before.evaluate(places, count)
    after.evaluate(places, count)
    cases.sum(count)
    let total = 0.0
    for (let j = 0; j < count; j++) {
      const away = places[j] - mean
      density[j] = cases.paths[j] * decay((away * away) / (2 * spread))
      total += density[j]
    }
    let left = total * uniforms[CELL]
    let j: Int = 0
    while (j < count - 1 && left > density[j]) left -= density[j++]
    this.#meet = total > 0 ? places[j] : mean
    this.#chooseSides(j)
  }

  #chooseSides(j: Int): void {
    cases.weigh(j)
    this.#hasHigh = false
    if (cases.touchesHigh) {
      const first = cases.firstBoth + cases.firstHigh
      const second = cases.firstLow + cases.firstNone
      this.#highChance = first + second > 0 ? first / (first + second) : 0.5
      this.#hasHigh = uniforms[HIGH_SIDE] < this.#highChance
    }
    this.#hasLow = false
    if (cases.touchesLow) {
      const first = this.#hasHigh ? cases.firstBoth : cases.firstLow
      const second = this.#hasHigh ? cases.firstHigh : cases.firstNone
      this.#lowChance = first + second > 0 ? first / (first + second) : 0.5
      this.#hasLow = uniforms[LOW_SIDE] < this.#lowChance
    }
  }

  /** Sets high and low of the half in `row`; `extremes` says which are the candle's. */
  #setExtremes(rows: Numbers, row: Int): void {
    const first = rows[row + OPEN]
    const last = rows[row + CLOSE]
    const top = Math.max(first, last)
    const bottom = Math.min(first, last)
    extremes.first = first
    extremes.last = last
    const hasHigh = extremes.touchesUpper
    const hasLow = extremes.touchesLower
    if (!hasHigh || !hasLow) extremes.draw()
    const step = this.#margin / SHORTFALL
    rows[row + HIGH] = hasHigh ? this.#high : Math.min(this.#high, top + walkReach(extremes.high - top, step))
    rows[row + LOW] = hasLow
      ? this.#low
      : Math.max(this.#low, bottom - walkReach(bottom - extremes.low, step))
  }
}

/** Derives another uniform from the far digits of one, which are independent of the near ones. */
function remainder(uniform: number): number {
  const far = uniform * 65_536
  return far - Math.floor(far) + 1e-9
}
