/** Which half of a candle has its high and which its low: the weight of each case at each point where they could meet. */
import { BridgeLaw } from './bridge-law.js'

export class Cases {
  /** From the candle's first tick to the points, and from these to its last. */
  readonly before: BridgeLaw
  readonly after: BridgeLaw
  /** Whether an extreme is beyond first and last tick, so that one of the halves must have it inside. */
  touchesHigh = false
  touchesLow = false
  /** The density of paths through each point, by all cases together. */
  readonly paths: Float64Array
  /** Of the paths through one place: those of which the first half has both extremes, the high, the low, or none. */
  firstBoth = Number.NaN
  firstHigh = Number.NaN
  firstLow = Number.NaN
  firstNone = Number.NaN

  constructor(mostPoints: number) {
    this.paths = new Float64Array(mostPoints)
    this.before = new BridgeLaw(mostPoints)
    this.after = new BridgeLaw(mostPoints)
  }

  /** Fills `paths` for the first `count` points. */
  sum(count: number): void {
    const { before, after, paths, touchesHigh, touchesLow } = this
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

  /** Sets the weight of each case at place `j`. */
  weigh(j: number): void {
    const { before, after, touchesHigh, touchesLow } = this
    this.firstBoth = touchesHigh && touchesLow ? before.both[j] * after.between[j] : 0
    this.firstHigh = touchesHigh ? before.high[j] * (touchesLow ? after.low[j] : after.between[j]) : 0
    this.firstLow = touchesLow ? before.low[j] * (touchesHigh ? after.high[j] : after.between[j]) : 0
    if (touchesHigh) this.firstNone = before.between[j] * (touchesLow ? after.both[j] : after.high[j])
    else this.firstNone = before.between[j] * (touchesLow ? after.low[j] : after.between[j])
  }
}
