/** Which half of a candle has its high and which its low: the weight of each case at each point where they could meet. */
import { BridgeLaw } from './bridge-law.js'

export class Cases {
  /** From the candle's first tick to the points, and from these to its last. */
  readonly before: BridgeLaw
  readonly after: BridgeLaw
  /** Whether an extreme is beyond first and last tick, so that one of the halves must have it inside. */
  touchesHigh = false
  touchesLow = false

  constructor(mostPoints: number) {
    this.before = new BridgeLaw(mostPoints)
    this.after = new BridgeLaw(mostPoints)
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
