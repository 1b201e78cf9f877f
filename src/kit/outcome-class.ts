/** Outcome classes of requests, and flaws of the data that replies carry. */

/**
 *   good     the right data, perhaps late
 *   wrong    status 200 with data that is old, cut short or not to be believed
 *   error    another status
 *   broken   a connection that breaks, or a body that cannot be parsed
 *   silent   no answer at all
 */
export const OUTCOME_CLASSES = ['good', 'wrong', 'error', 'broken', 'silent'] as const
export type OutcomeClass = (typeof OUTCOME_CLASSES)[number]

/**
 *   partial    rows are missing
 *   poisoned   values are false
 *   stale      values were right earlier
 */
export type Flaw = 'partial' | 'poisoned' | 'stale'

/** Effect of a request's outcome on its client. */
export interface Effect {
  readonly met: OutcomeClass
  /** Null for data that is right, or no data. */
  readonly flaw: Flaw | null
}

/** Effect of a reply with `status` that no fault has changed; null if no reply is sent. */
export function plainEffect(status: number | null): Effect {
  return status === null ? BROKEN : status < 400 ? GOOD : ERROR
}

const GOOD: Effect = { met: 'good', flaw: null }
const ERROR: Effect = { met: 'error', flaw: null }
export const BROKEN: Effect = { met: 'broken', flaw: null }

/** Outcome of a request whose rule fired but changed nothing. */
export const UNCHANGED = 'unchanged'

/** Whether a request had no answer, or an error. */
export const isFailedOutcome = (met: OutcomeClass): boolean =>
  met === 'error' || met === 'broken' || met === 'silent'
