/**
 * The levels below days: a candle's children, drawn so that they fold to it exactly.
 *
 * A group of children is halved, and its halves again, until each child is alone. What a half passes on is its first and
 * last tick, high and low. Where the halves meet is drawn from the density of a Brownian bridge that has exactly the
 * group's high and low; so is which half has which of them, and how far the other half reaches. Nothing is chosen from
 * candidates and nothing is moved afterwards, so that children show no trace of the clock on which they were cut.
 */
import { BridgeExtremes, BridgeLaw, MOST_VARIANCE, SHORTFALL, walkReach } from './bridge.js'
import { type FactorDraws, STREAM } from './factors.js'
import { LEVEL_SECONDS } from './periods.js'
import { CLOSE, createSpan, HIGH, LOW, OPEN, ROW, type Span, VARIANCE } from './span.js'
import { decay, probabilityBelow } from './tables.js'
import type { VolatilityField } from './volatility.js'

/** The lattice on which the meeting point is drawn: places within so many deviations of the middle, so far apart. */
const LATTICE_REACH = 4.5
const LATTICE_STEP = 1.3
const LEAST_PLACES = 4
const MOST_PLACES = 7

/** Normals for one halving: lattice cell, place in it, side of the extremes, step between the halves, four extremes. */
const DRAWS = 7
const MOST_CHILDREN = 6

/** Children `begin` … `over - 1` are cut before `middle`. */
interface Halving {
  readonly begin: number
  readonly middle: number
  readonly over: number
}

/** The halvings of so many children, each after those that its children come from. */
const HALVINGS = Array.from({ length: MOST_CHILDREN + 1 }, (_, children) => halvingsOf(0, children))

function halvingsOf(begin: number, over: number): Halving[] {
  if (over - begin < 2) return []
  const middle = Math.floor((begin + over) / 2)
  return [{ begin, middle, over }, ...halvingsOf(begin, middle), ...halvingsOf(middle, over)]
}

export class Refiner {
  readonly #draws: readonly FactorDraws[]
  readonly #volatility: VolatilityField
  readonly #normals = new Float64Array(DRAWS * MOST_CHILDREN)
  readonly #places = new Float64Array(MOST_PLACES)
  readonly #before = new BridgeLaw(MOST_PLACES)
  readonly #after = new BridgeLaw(MOST_PLACES)
  readonly #extremes = new BridgeExtremes()
  readonly #density = new Float64Array(MOST_PLACES)

  /** `draws` by the level of the children. */
  constructor(draws: readonly FactorDraws[], volatility: VolatilityField) {
    this.#draws = draws
    this.#volatility = volatility
  }

  /** Those children of `parents`, one level down, that touch the seconds `from` … `to`; all `parents` do. */
  refine(parents: Span, from: number, to: number): Span {
    const level = parents.level + 1
    const seconds = LEVEL_SECONDS[level]
    const children = LEVEL_SECONDS[parents.level] / seconds
    const first = Math.max(parents.first * children, Math.floor(from / seconds))
    const end = Math.min((parents.first + parents.count) * children, Math.floor(to / seconds) + 1)
    const span = createSpan(level, parents.first * children, parents.count * children)
    const { rows } = span
    for (let i = 0; i < parents.count; i++) {
      const parent = parents.start + i * ROW
      const index = parents.first + i
      const at = i * children
      const scale = parents.rows[parent + OPEN] * parents.rows[parent + CLOSE]
      this.#volatility.variances(rows, at * ROW + VARIANCE, ROW, level, index * children, children, scale)
      for (let column = OPEN; column <= CLOSE; column++)
        rows[at * ROW + column] = parents.rows[parent + column]
      this.#draws[level].at(STREAM.split + level, index).normals(this.#normals, DRAWS * (children - 1))
      const halvings = HALVINGS[children]
      for (let h = 0; h < halvings.length; h++) {
        const { begin, middle, over } = halvings[h]
        if (index * children + begin < end && index * children + over > first)
          this.#halve(rows, at + begin, at + middle, at + over, seconds, DRAWS * h)
      }
    }
    const start = (first - span.first) * ROW
    return { level, first, count: end - first, rows, start }
  }

  /** Row `begin` holds the candle of the rows `begin` … `over - 1`; after this, that of those before `middle`. */
  #halve(
    rows: Float64Array,
    begin: number,
    middle: number,
    over: number,
    seconds: number,
    drawn: number,
  ): void {
    const normals = this.#normals
    const row = begin * ROW
    const next = middle * ROW
    const open = rows[row + OPEN]
    const high = rows[row + HIGH]
    const low = rows[row + LOW]
    const close = rows[row + CLOSE]
    let variance = 0
    for (let n = begin; n < middle; n++) variance += rows[n * ROW + VARIANCE]
    let nextVariance = 0
    for (let n = middle; n < over; n++) nextVariance += rows[n * ROW + VARIANCE]
    // One tick passes between the halves, and one after them.
    const link = rows[next - ROW + VARIANCE] / seconds
    const tick = (variance + nextVariance) / ((over - begin) * seconds)
    const inner = variance - link
    const nextInner = nextVariance - rows[(over - 1) * ROW + VARIANCE] / seconds
    const upper = high + SHORTFALL * Math.sqrt(tick)
    const lower = low - SHORTFALL * Math.sqrt(tick)
    const toMeet = inner + link / 2
    const fromMeet = nextInner + link / 2
    const whole = toMeet + fromMeet
    const touchesHigh = high > open && high > close
    const touchesLow = low < open && low < close

    // Where they meet: the density on a lattice with a random offset, which stands for the whole of it.
    const width = upper - lower
    const squeeze = Math.min(1, (MOST_VARIANCE * width * width) / whole)
    const mean = open + ((close - open) * toMeet) / whole
    const spread = (squeeze * toMeet * fromMeet) / whole
    const deviation = Math.sqrt(spread)
    const least = Math.max(low, mean - LATTICE_REACH * deviation)
    const most = Math.min(high, mean + LATTICE_REACH * deviation)
    const wanted = Math.ceil((most - least) / (LATTICE_STEP * deviation))
    const count = Math.min(MOST_PLACES, Math.max(LEAST_PLACES, wanted))
    const step = (most - least) / count
    const offset = probabilityBelow(normals[drawn + 1])
    const places = this.#places
    for (let j = 0; j < count; j++) places[j] = least + (j + offset) * step
    const before = this.#before
    const after = this.#after
    before.lower = lower
    before.upper = upper
    before.end = open
    before.variance = squeeze * toMeet
    before.evaluate(places, count)
    after.lower = lower
    after.upper = upper
    after.end = close
    after.variance = squeeze * fromMeet
    after.evaluate(places, count)
    const density = this.#density
    let total = 0
    for (let j = 0; j < count; j++) {
      const away = places[j] - mean
      const { between, high, low, both } = after
      let paths: number
      if (touchesHigh)
        paths = touchesLow
          ? before.both[j] * between[j] +
            before.high[j] * low[j] +
            before.low[j] * high[j] +
            before.between[j] * both[j]
          : before.high[j] * between[j] + before.between[j] * high[j]
      else
        paths = touchesLow
          ? before.low[j] * between[j] + before.between[j] * low[j]
          : before.between[j] * between[j]
      density[j] = paths * decay((away * away) / (2 * spread))
      total += density[j]
    }
    let left = total * probabilityBelow(normals[drawn])
    let j = 0
    while (j < count - 1 && left > density[j]) left -= density[j++]
    const meet = total > 0 ? places[j] : mean

    // Which half has the high, which the low. What is left of each choice's draw says how far the other half reaches: a
    // choice that was nearly the other one leaves it near.
    let highFirst = 1
    let lowFirst = 1
    if (touchesHigh) {
      const first = touchesLow
        ? before.both[j] * after.between[j] + before.high[j] * after.low[j]
        : before.high[j] * after.between[j]
      const second = touchesLow
        ? before.low[j] * after.high[j] + before.between[j] * after.both[j]
        : before.between[j] * after.high[j]
      highFirst = first + second > 0 ? first / (first + second) : 0.5
    }
    const highSide = probabilityBelow(normals[drawn + 2])
    const hasHigh = touchesHigh && highSide < highFirst
    if (touchesLow) {
      let first: number
      let second: number
      if (!touchesHigh) {
        first = before.low[j] * after.between[j]
        second = before.between[j] * after.low[j]
      } else if (hasHigh) {
        first = before.both[j] * after.between[j]
        second = before.high[j] * after.low[j]
      } else {
        first = before.low[j] * after.high[j]
        second = before.between[j] * after.both[j]
      }
      lowFirst = first + second > 0 ? first / (first + second) : 0.5
    }
    const lowSide = probabilityBelow(normals[drawn + 3])
    const hasLow = touchesLow && lowSide < lowFirst

    // The step between the halves leaves neither end outside.
    const room = Math.min(high - meet, meet - low)
    const leap = (normals[drawn + 4] * Math.sqrt(link * squeeze) + ((close - open) * link) / whole) / 2
    const half = Math.max(-room, Math.min(room, leap))
    rows[row + CLOSE] = Math.min(high, Math.max(low, meet - half))
    rows[next + OPEN] = Math.min(high, Math.max(low, meet + half))
    rows[next + CLOSE] = close
    const extremes = this.#extremes
    extremes.lower = lower
    extremes.upper = upper
    extremes.variance = inner
    extremes.highPlace = 1 - (touchesHigh ? (highSide - highFirst) / (1 - highFirst) : highSide)
    extremes.lowPlace = 1 - (touchesLow ? (lowSide - lowFirst) / (1 - lowFirst) : lowSide)
    this.#reach(rows, row, hasHigh, hasLow, high, low)
    extremes.variance = nextInner
    extremes.highPlace = touchesHigh ? highSide / highFirst : probabilityBelow(normals[drawn + 5])
    extremes.lowPlace = touchesLow ? lowSide / lowFirst : probabilityBelow(normals[drawn + 6])
    this.#reach(rows, next, touchesHigh && !hasHigh, touchesLow && !hasLow, high, low)
  }

  /** High and low of the candle in `row`, whose first and last tick are known. */
  #reach(
    rows: Float64Array,
    row: number,
    hasHigh: boolean,
    hasLow: boolean,
    high: number,
    low: number,
  ): void {
    const extremes = this.#extremes
    const first = rows[row + OPEN]
    const last = rows[row + CLOSE]
    const top = Math.max(first, last)
    const bottom = Math.min(first, last)
    let farthest = hasHigh ? high : top
    let lowest = hasLow ? low : bottom
    if (!hasHigh || !hasLow) {
      const deviation = (extremes.upper - high) / SHORTFALL
      extremes.first = first
      extremes.last = last
      extremes.touchesUpper = hasHigh
      extremes.touchesLower = hasLow
      extremes.draw()
      if (!hasHigh) farthest = Math.min(high, top + walkReach(extremes.high - top, deviation))
      if (!hasLow) lowest = Math.max(low, bottom - walkReach(bottom - extremes.low, deviation))
    }
    rows[row + HIGH] = farthest
    rows[row + LOW] = lowest
  }
}
