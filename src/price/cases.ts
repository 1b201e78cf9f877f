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

  /** The density of paths through place `j` of which the first half has the high, or else the second. */
  weigh(j: number, highFirst: boolean): number {
    if (!this.touchesLow) return this.weighLow(j, highFirst, false)
    return this.weighLow(j, highFirst, true) + this.weighLow(j, highFirst, false)
  }

  /** Of these, those of which the first half has the low, or else the second; any, where neither must have it. */
  weighLow(j: number, highFirst: boolean, lowFirst: boolean): number {
    const first = highFirst && this.touchesHigh
    const second = !highFirst
    const before = this.before
    const after = this.after
    if (!this.touchesLow) {
      if (first) return before.high[j] * after.between[j]
      return before.between[j] * (second ? after.high[j] : after.between[j])
    }
    if (lowFirst)
      return (first ? before.both[j] : before.low[j]) * (second ? after.high[j] : after.between[j])
    return (first ? before.high[j] : before.between[j]) * (second ? after.both[j] : after.low[j])
  }
}
