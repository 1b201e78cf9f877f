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
 */
import { exponentialQuantile } from '../core/random.js'
import { ln } from '../core/real.js'
import { decay } from './tables.js'

/** A bridge may have at most so many times the squared distance of its barriers as variance. */
export const MOST_VARIANCE = 1

/** Columns of `Law`: the values at each of a row of last points, as densities where an extreme is on its barrier. */
export interface Law {
  /** Between the barriers. */
  readonly between: Float64Array
  /** Between them, and the high on the upper. */
  readonly high: Float64Array
  /** Between them, and the low on the lower. */
  readonly low: Float64Array
  readonly both: Float64Array
}

export function createLaw(most: number): Law {
  const column = () => new Float64Array(most)
  return { between: column(), high: column(), low: column(), both: column() }
}

/** The law of bridges from `end` to each of the first `count` of `points`, or the other way round. */
export function lawOf(
  law: Law,
  end: number,
  points: Float64Array,
  count: number,
  lower: number,
  upper: number,
  variance: number,
): void {
  const { between, high, low, both } = law
  const w = upper - lower
  const c = 2 / Math.min(variance, MOST_VARIANCE * w * w)
  const x1 = upper - end
  const y1 = end - lower
  for (let j = 0; j < count; j++) {
    const x2 = upper - points[j]
    const y2 = points[j] - lower
    const d = x1 - x2
    const x = x1 + x2
    const y = y1 + y2
    const up = decay(c * x1 * x2)
    const down = decay(c * y1 * y2)
    const forth = decay(c * w * (w + d))
    const back = decay(c * w * (w - d))
    const farUp = decay(c * (x1 + w) * (x2 + w))
    const farDown = decay(c * (y1 + w) * (y2 + w))
    const round = (2 * w + d) * forth + (2 * w - d) * back
    const above = (x + 2 * w) * farUp
    const below = (y + 2 * w) * farDown
    between[j] = Math.max(0, 1 - up - down + forth + back - farUp - farDown)
    high[j] = Math.max(0, c * (x * up - round + 2 * above + below))
    low[j] = Math.max(0, c * (y * down - round + above + 2 * below))
    const squares =
      (2 * w + d) * (2 * w + d) * forth +
      (2 * w - d) * (2 * w - d) * back -
      2 * (x + 2 * w) * above -
      2 * (y + 2 * w) * below
    both[j] = Math.max(0, c * (c * squares - 2 * (forth + back) + 4 * (farUp + farDown)))
  }
}

/** What `drawExtremes` drew last: one reused pair, as this runs millions of times. */
export const extremes = { high: 0, low: 0 }

/**
 * Puts the high and low of a bridge that stays between `lower` and `upper` into `extremes`. Where it is known to touch a
 * barrier, that is the extreme, and the other is drawn given that. `p` and `q` are uniform in (0, 1).
 */
export function drawExtremes(
  first: number,
  last: number,
  variance: number,
  lower: number,
  upper: number,
  touchesUpper: boolean,
  touchesLower: boolean,
  p: number,
  q: number,
): void {
  const top = Math.max(first, last)
  const bottom = Math.min(first, last)
  const body = top - bottom
  const w = upper - lower
  const c = 2 / Math.min(variance, MOST_VARIANCE * w * w)
  if (touchesUpper) extremes.high = upper
  else extremes.high = top + drawBeyond(body, c, bottom - lower, upper - top, touchesLower, p)
  if (touchesLower) extremes.low = lower
  else extremes.low = bottom - drawBeyond(body, c, extremes.high - top, bottom - lower, true, q)
}

const ITERATIONS = 4
/** Of the reach, in standard deviations. */
const PRECISION = 0.003
/** Below so many times the squared distance of the barriers over the variance the few terms are too few, and paths too rare. */
const NARROWEST = 1.1

/**
 * How far a bridge reaches beyond the farther one of its ends, at most `most`, if it stays within `other` beyond its nearer
 * end, or touches that barrier. Newton's method, kept within its bounds, from what the leading terms tell.
 */
function drawBeyond(
  body: number,
  c: number,
  other: number,
  most: number,
  touchesOther: boolean,
  uniform: number,
): number {
  const y1 = other
  const y2 = other + body
  let least = Math.max(0, Math.sqrt(NARROWEST / c) - y2)
  let greatest = most
  if (least >= greatest) return Math.max(0, most) * uniform
  const down = decay(c * y1 * y2)
  const near = PRECISION / Math.sqrt(c)
  let reach = most
  let target = 0
  for (let i = 0; i <= ITERATIONS; i++) {
    const x1 = reach + body
    const x2 = reach
    const w = x2 + y2
    const forth = decay(c * w * (w + body))
    const back = decay(c * w * (w - body))
    const farUp = decay(c * (x1 + w) * (x2 + w))
    const farDown = decay(c * (y1 + w) * (y2 + w))
    const farForth = decay(2 * c * w * (2 * w + body))
    const farBack = decay(2 * c * w * (2 * w - body))
    const round =
      (2 * w + body) * forth +
      (2 * w - body) * back +
      2 * (4 * w + body) * farForth +
      2 * (4 * w - body) * farBack
    const above = (x1 + x2 + 2 * w) * farUp
    const below = (y1 + y2 + 2 * w) * farDown
    let value: number
    let slope: number
    if (touchesOther) {
      value = c * ((y1 + y2) * down - round + above + 2 * below)
      slope =
        c *
        (c *
          ((2 * w + body) * (2 * w + body) * forth +
            (2 * w - body) * (2 * w - body) * back +
            4 * (4 * w + body) * (4 * w + body) * farForth +
            4 * (4 * w - body) * (4 * w - body) * farBack -
            2 * (x1 + x2 + 2 * w) * above -
            2 * (y1 + y2 + 2 * w) * below) -
          2 * (forth + back) -
          8 * (farForth + farBack) +
          4 * (farUp + farDown))
    } else {
      const up = decay(c * x1 * x2)
      value = 1 - down - up + forth + back - farUp - farDown + farForth + farBack
      slope = c * ((x1 + x2) * up - round + 2 * above + below)
    }
    if (i === 0) {
      target = uniform * value
      if (touchesOther) {
        const alone = exponentialQuantile(1 - uniform)
        const range = body + Math.sqrt(body * body + 4 * (y1 * y2 + alone / c))
        const more = ln((2 * range) / (y1 + y2))
        reach = (body + Math.sqrt(body * body + 4 * (y1 * y2 + (alone + more) / c))) / 2 - y2
      } else {
        const alone = exponentialQuantile(1 - uniform * (1 - decay(c * x1 * x2)))
        reach = (Math.sqrt(body * body + (4 * alone) / c) - body) / 2
      }
    } else {
      const miss = value - target
      if (Math.abs(miss) <= near * slope) return reach
      if (miss > 0) greatest = reach
      else least = reach
      reach -= miss / slope
    }
    if (!(reach > least && reach < greatest)) reach = (least + greatest) / 2
  }
  return reach
}
