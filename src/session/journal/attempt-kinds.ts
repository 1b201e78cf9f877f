/**
 * The part that a request plays for its client:
 *
 *   poll       the first request of a query, when it is due
 *   retry      at a base that has failed this poll
 *   failover   at another base, after a failure
 *   hedge      at another base, while the first is pending
 *   probe      a health check of a base that is not in use
 */
export const ATTEMPT_KINDS = ['poll', 'retry', 'failover', 'hedge', 'probe'] as const
export type AttemptKind = (typeof ATTEMPT_KINDS)[number]
