/** The part that one request plays for its client: a poll, or a reaction to an earlier failure. */
import { pollsOf, type Question, questionsOf, retriesIn } from '../grading/polls.js'
import { isAnswered, isFailed, type Timeline, type TimelineRequest } from '../grading/timeline.js'
import type { AttemptKind } from './attempt-kinds.js'

export interface Attempt {
  readonly kind: AttemptKind
  /** Number of the first request of its poll. */
  readonly first: number
  /** The answer to its poll, and the time from its first request to that. */
  readonly answer: { readonly n: number; readonly afterMs: number } | null
}

export function* attemptsIn(timeline: Timeline): Generator<Attempt & { readonly request: TimelineRequest }> {
  const seen = new Set<TimelineRequest>()
  for (const question of questionsOf(timeline))
    for (const poll of pollsOf(question)) {
      const retries = new Set(retriesIn(poll))
      const answered = poll.find(isAnswered)
      const answer = answered && {
        n: answered.n,
        afterMs: Math.ceil((answered.endMs ?? answered.atMs) - poll[0].atMs),
      }
      for (const request of poll) {
        seen.add(request)
        const kind = retries.has(request) ? 'retry' : kindIn(poll, request, question)
        yield { request, kind, first: poll[0].n, answer: answer ?? null }
      }
    }
  for (const request of timeline.requests)
    if (!seen.has(request)) yield { request, kind: 'probe', first: request.n, answer: null }
}

function kindIn(
  poll: readonly TimelineRequest[],
  request: TimelineRequest,
  { policy }: Question,
): AttemptKind {
  if (request === poll[0]) return 'poll'
  const failed = poll.some((earlier) => isFailed(earlier) && (earlier.endMs ?? Infinity) <= request.atMs)
  return failed && policy.kind !== 'parallel' ? 'failover' : 'hedge'
}
