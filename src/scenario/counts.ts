/** What rules have counted, where several processes count together: it lies elsewhere, and is changed there in one step. */
import type { Bucket } from './token-bucket.js'
import type { When } from './trigger.js'

export interface RuleCounts {
  /**
   * Counts a request on each rule that it matched, given in their order, and says which of them fires. Rejects where that
   * cannot be done.
   */
  decide(matched: readonly Matched[], atMs: number): Promise<Fired | undefined>
}

/** A rule that a request matched. */
export interface Matched {
  readonly rule: CountedRule
  /** Whether it may fire at the time of the request. */
  readonly isInTime: boolean
}

/** What decides about the calls of a rule. */
export interface CountedRule {
  /** Its place in the scenario. */
  readonly index: number
  readonly when: Pick<When, 'calls' | 'every' | 'times' | 'chance'>
  readonly bucket: Bucket | undefined
  /** Whether chance lets it fire for its `call`-th request. */
  isDrawn(call: number): boolean
}

/** The rule that fires, and what it has counted then. */
export interface Fired {
  readonly index: number
  readonly call: number
  readonly firstFiredAtMs: number
  /** The fault's own state. */
  readonly fault: Readonly<Record<string, number>>
}
