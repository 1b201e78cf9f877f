/** Weights of the cases of which half of a candle has its high and which its low, by meeting point. */
import { type Int, Numbers } from '../../kit/numbers/platform.js'
import { BridgeLaw } from './bridge-law.js'

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
