/** Rule counts shared by several processes, changed atomically. */
import type { Bucket } from './token-bucket.js'
import type { When } from './trigger.js'

export interface RuleCounts {
  /**
   * Counts a request on each matched rule, given in order, and decides which rule fires. Rejects if the shared state is out of reach.
   */
  decide(matched: readonly Matched[], atMs: number): Promise<Fired | undefined>
}

/** A rule that a request matched. */
export interface Matched {
  readonly rule: CountedRule
  /** Whether the rule's window includes the time of the request. */
  readonly isInTime: boolean
}

/** The facts that decide whether a rule fires. */
export interface CountedRule {
  /** Index in the scenario. */
  readonly index: number
  readonly when: Pick<When, 'calls' | 'every' | 'times' | 'chance'>
  readonly bucket: Bucket | undefined
  /** Whether the draw for its `call`-th match lets it fire. */
  isDrawn(call: number): boolean
}

/** The rule that fires, with its new counts. */
export interface Fired {
  readonly index: number
  readonly call: number
  readonly firstFiredAtMs: number
  /** State of the fault. */
  readonly fault: Readonly<Record<string, number>>
}
