/**
 * The law of a Brownian bridge between two barriers.
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
import { type Int, Numbers } from '../../kit/numbers/platform.js'
import { decay } from './tables.js'

/** Maximum variance of a bridge over the squared distance of its barriers. */
export const MAX_VARIANCE = 1
/** From this c w² on, paths from barrier to barrier and back are negligible. */
const NO_RETURN = 6

/** Bridges between one end and each of several points. */
export class BridgeLaw {
  lower: number = Number.NaN
  upper: number = Number.NaN
  end: number = Number.NaN
  variance: number = Number.NaN
  readonly between: Numbers
  /** Density with the high also on the upper barrier, the low on the lower, or both. */
  readonly high: Numbers
  readonly low: Numbers
  readonly both: Numbers

  constructor(most: Int) {
    this.between = new Numbers(most)
    this.high = new Numbers(most)
    this.low = new Numbers(most)
    this.both = new Numbers(most)
  }

  evaluate(points: Numbers, count: Int): void {
    const between = this.between
    const high = this.high
    const low = this.low
    const both = this.both
    const lower = this.lower
    const upper = this.upper
    const end = this.end
    const w = upper - lower
    const c = 2 / Math.min(this.variance, MAX_VARIANCE * w * w)
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

export class Cases {
  /** From the candle's first tick to the points, and from these to its last. */
  readonly before: BridgeLaw
  readonly after: BridgeLaw
  /** Whether an extreme is beyond first and last tick, so that one of the halves has it inside. */
  touchesHigh: boolean = false
  touchesLow: boolean = false
  readonly paths: Numbers
  firstBoth: number = Number.NaN
  firstHigh: number = Number.NaN
  firstLow: number = Number.NaN
  firstNone: number = Number.NaN

  constructor(maxPoints: Int) {
    this.paths = new Numbers(maxPoints)
    this.before = new BridgeLaw(maxPoints)
    this.after = new BridgeLaw(maxPoints)
  }

  sum(count: Int): void {
    const before = this.before
    const after = this.after
    const paths = this.paths
    const touchesHigh = this.touchesHigh
    const touchesLow = this.touchesLow
    for (let j = 0; j < count; j++) {
      if (touchesHigh)
        paths[j] = touchesLow
          ? before.both[j] * after.between[j] +
            before.high[j] * after.low[j] +
            before.low[j] * after.high[j] +
            before.between[j] * after.both[j]
          : before.high[j] * after.between[j] + before.between[j] * after.high[j]
      else
        paths[j] = touchesLow
          ? before.low[j] * after.between[j] + before.between[j] * after.low[j]
          : before.between[j] * after.between[j]
    }
  }

  weigh(j: Int): void {
    const before = this.before
    const after = this.after
    const touchesHigh = this.touchesHigh
    const touchesLow = this.touchesLow
    this.firstBoth = touchesHigh && touchesLow ? before.both[j] * after.between[j] : 0.0
    this.firstHigh = touchesHigh ? before.high[j] * (touchesLow ? after.low[j] : after.between[j]) : 0.0
    this.firstLow = touchesLow ? before.low[j] * (touchesHigh ? after.high[j] : after.between[j]) : 0.0
    if (touchesHigh) this.firstNone = before.between[j] * (touchesLow ? after.both[j] : after.high[j])
    else this.firstNone = before.between[j] * (touchesLow ? after.low[j] : after.between[j])
  }
}
