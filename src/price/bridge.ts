/**
 * The law of a Brownian bridge between two barriers, and draws from it.
 *
 * With ends at distances x1, x2 below the upper and y1, y2 above the lower barrier, w = x1 + y1 between the barriers, and
 * c = 2 / variance, the bridge stays between them with the probability
 *
 *   S = sum over n of  exp(-c n w (n w + x1 - x2)) - exp(-c (n w + x1)(n w + x2))
 *
 * (the method of images). Its derivatives by the barriers are the densities of paths whose high or low, or both, lie
 * exactly there. The terms up to w once more are enough while w² is not small against the variance.
 *
 * All of this runs by the million: arguments and results that are fields cost nothing, those of a call are allocated.
 */
import { exponentialQuantile } from '../core/random.js'
import { ln } from '../core/real.js'
import { decay } from './tables.js'

/** A bridge may have at most so many times the squared distance of its barriers as variance. */
export const MOST_VARIANCE = 1
/** From this many times c w² on, paths that go from barrier to barrier and back count for nothing; or across. */
const NO_RETURN = 6
const NO_CROSSING = 12

/**
 * How far the extreme of a walk falls short of that of a continuous path, in standard deviations of a step: 0.5826 for
 * long walks (Broadie, Glasserman and Kou 1997), somewhat less for those of sixty steps.
 */
export const SHORTFALL = 0.53
/** A continuous path that reaches no farther than this is a walk that starts or ends on its extreme. */
const LEAST_REACH = 0.68

/** How far a walk of steps of this deviation reaches beyond its ends where a continuous path reaches `reach`. */
export function walkReach(reach: number, deviation: number): number {
  const beyond = reach - LEAST_REACH * deviation
  return beyond > 0 ? beyond + ((LEAST_REACH - SHORTFALL) * deviation * beyond) / (beyond + deviation) : 0
}

/** Bridges from one end to each of several points, or the other way round. */
export class BridgeLaw {
  lower = Number.NaN
  upper = Number.NaN
  end = Number.NaN
  variance = Number.NaN
  /** The probability to stay between the barriers, by point. */
  readonly between: Float64Array
  /** The density where also the high is on the upper barrier, the low on the lower, or both. */
  readonly high: Float64Array
  readonly low: Float64Array
  readonly both: Float64Array

  constructor(most: number) {
    this.between = new Float64Array(most)
    this.high = new Float64Array(most)
    this.low = new Float64Array(most)
    this.both = new Float64Array(most)
  }

  /** Fills the columns for the first `count` of `points`. */
  evaluate(points: Float64Array, count: number): void {
    const { between, high, low, both, lower, upper, end } = this
    const w = upper - lower
    const c = 2 / Math.min(this.variance, MOST_VARIANCE * w * w)
    const returns = c * w * w < NO_RETURN
    const x1 = upper - end
    const y1 = end - lower
    for (let j = 0; j < count; j++) {
      const x2 = upper - points[j]
      const y2 = points[j] - lower
      const ahead = w + x1 - x2
      const astern = w - x1 + x2
      const up = decay(c * x1 * x2)
      const down = decay(c * y1 * y2)
      const forth = decay(c * w * ahead)
      const back = decay(c * w * astern)
      const round = (w + ahead) * forth + (w + astern) * back
      let stay = 1 - up - down + forth + back
      let atHigh = (x1 + x2) * up - round
      let atLow = (y1 + y2) * down - round
      let atBoth =
        c * ((w + ahead) * (w + ahead) * forth + (w + astern) * (w + astern) * back) - 2 * (forth + back)
      if (returns) {
        const farUp = decay(c * (x1 + w) * (x2 + w))
        const farDown = decay(c * (y1 + w) * (y2 + w))
        const x = x1 + x2 + 2 * w
        const y = y1 + y2 + 2 * w
        stay -= farUp + farDown
        atHigh += 2 * x * farUp + y * farDown
        atLow += x * farUp + 2 * y * farDown
        atBoth -= 2 * c * (x * x * farUp + y * y * farDown) - 4 * (farUp + farDown)
      }
      between[j] = stay > 0 ? stay : 0
      high[j] = atHigh > 0 ? c * atHigh : 0
      low[j] = atLow > 0 ? c * atLow : 0
      both[j] = atBoth > 0 ? c * atBoth : 0
    }
  }
}

const ITERATIONS = 4
/** A step of so many standard deviations is the last one: what it leaves is a tenth of it squared. */
const PRECISION = 0.1
/** Below so many times c w² the few terms are too few, and paths too rare. */
const NARROWEST = 1.1

/** Draws the extremes of a bridge that stays between two barriers. */
export class BridgeExtremes {
  lower = Number.NaN
  upper = Number.NaN
  first = Number.NaN
  last = Number.NaN
  variance = Number.NaN
  /** Whether an extreme is known to be on its barrier; the other one is drawn given that. */
  touchesUpper = false
  touchesLower = false
  /** What the high and the low are drawn from, uniform in (0, 1). */
  highPlace = Number.NaN
  lowPlace = Number.NaN

  high = Number.NaN
  low = Number.NaN

  #body = Number.NaN
  #c = Number.NaN
  #other = Number.NaN
  #most = Number.NaN
  #place = Number.NaN
  #reach = Number.NaN

  draw(): void {
    const { lower, upper, touchesUpper, touchesLower } = this
    const top = this.first > this.last ? this.first : this.last
    const bottom = this.first > this.last ? this.last : this.first
    const w = upper - lower
    this.#body = top - bottom
    this.#c = 2 / Math.min(this.variance, MOST_VARIANCE * w * w)
    if (touchesUpper) this.high = upper
    else {
      this.#other = bottom - lower
      this.#most = upper - top
      this.#place = this.highPlace
      this.#drawReach(touchesLower)
      this.high = top + this.#reach
    }
    if (touchesLower) this.low = lower
    else {
      this.#other = this.high - top
      this.#most = bottom - lower
      this.#place = this.lowPlace
      this.#drawReach(true)
      this.low = bottom - this.#reach
    }
  }

  /**
   * How far a bridge reaches beyond one of its ends, at most `most`, if it stays within `other` beyond its other end, or
   * touches that barrier. Newton's method, kept within its bounds, from what the leading terms tell.
   */
  #drawReach(touchesOther: boolean): void {
    const body = this.#body
    const c = this.#c
    const place = this.#place
    const y1 = this.#other
    const y2 = y1 + body
    let least = Math.sqrt(NARROWEST / c) - y2
    if (least < 0) least = 0
    let greatest = this.#most
    if (least >= greatest) {
      this.#reach = greatest > 0 ? greatest * place : 0
      return
    }
    const near = PRECISION / Math.sqrt(c)
    const down = decay(c * y1 * y2)
    let reach = greatest
    let target = place * (touchesOther ? c * (y1 + y2) * down : 1 - down)
    let measured = c * (reach + y2) * (reach + y1) > NO_CROSSING
    if (measured) reach = touchesOther ? this.#guessGiven() : this.#guess()
    if (measured && down < 1e-4 && !touchesOther) {
      this.#reach = reach
      return
    }
    for (let i = 0; i <= ITERATIONS; i++) {
      if (measured && !(reach > least && reach < greatest)) reach = (least + greatest) / 2
      const x1 = reach + body
      const w = reach + y2
      const ahead = w + body
      const astern = w - body
      const forth = decay(c * w * ahead)
      const back = decay(c * w * astern)
      const farUp = decay(c * (x1 + w) * (reach + w))
      const farDown = decay(c * (y1 + w) * (y2 + w))
      const farBack = decay(2 * c * w * (w + astern))
      const round = (w + ahead) * forth + (w + astern) * back + 2 * (3 * w + astern) * farBack
      const x = x1 + reach + 2 * w
      const y = y1 + y2 + 2 * w
      let value: number
      let slope: number
      if (touchesOther) {
        value = c * ((y1 + y2) * down - round + x * farUp + 2 * y * farDown)
        slope =
          c *
          (c *
            ((w + ahead) * (w + ahead) * forth +
              (w + astern) * (w + astern) * back +
              4 * (3 * w + astern) * (3 * w + astern) * farBack -
              2 * (x * x * farUp + y * y * farDown)) -
            2 * (forth + back) -
            8 * farBack +
            4 * (farUp + farDown))
      } else {
        const up = decay(c * x1 * reach)
        value = 1 - down - up + forth + back - farUp - farDown + farBack
        slope = c * ((x1 + reach) * up - round + 2 * x * farUp + y * farDown)
      }
      if (!measured) {
        // The first look was at the farthest reach, which the target is a part of.
        measured = true
        target = place * value
        reach = touchesOther ? this.#guessGiven() : this.#guess()
        continue
      }
      const miss = value - target
      if (miss > 0) greatest = reach
      else least = reach
      reach -= miss / slope
      if (Math.abs(miss) <= near * slope) break
    }
    this.#reach = reach > least && reach < greatest ? reach : (least + greatest) / 2
  }

  /** The reach without a barrier on the other side. */
  #guess(): number {
    const body = this.#body
    const c = this.#c
    const most = this.#most
    const alone = exponentialQuantile(1 - this.#place * (1 - decay(c * most * (most + body))))
    return (Math.sqrt(body * body + (4 * alone) / c) - body) / 2
  }

  /** The reach if the barrier on the other side is touched and the one on this side is far. */
  #guessGiven(): number {
    const body = this.#body
    const c = this.#c
    const y1 = this.#other
    const y2 = y1 + body
    const alone = exponentialQuantile(1 - this.#place)
    const range = body + Math.sqrt(body * body + 4 * (y1 * y2 + alone / c))
    const more = ln((2 * range) / (y1 + y2))
    return (body + Math.sqrt(body * body + 4 * (y1 * y2 + (alone + more) / c))) / 2 - y2
  }
}
