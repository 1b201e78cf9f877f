/** The part that one request plays for its client: a poll, or a reaction to an earlier failure. */
import { pollsOf, type Question, questionsOf, retriesIn } from '../../grading/polls.js'
import { isAnswered, isFailed, type Timeline, type TimelineRequest } from '../../grading/timeline.js'
import type { AttemptKind } from './attempt-kinds.js'

export interface Attempt {
  readonly kind: AttemptKind
  /** Number of the first request of its poll; of a failover that waited for the next poll, of the one that failed. */
  readonly first: number
  /** The answer to its poll or, failing that, to a later one, and the time from the first request of its poll to that. */
  readonly answer: { readonly n: number; readonly afterMs: number } | null
}

export function* attemptsIn(timeline: Timeline): Generator<Attempt & { readonly request: TimelineRequest }> {
  const seen = new Set<TimelineRequest>()
  for (const question of questionsOf(timeline)) {
    const answered = question.requests.filter(isAnswered)
    let before: readonly TimelineRequest[] | undefined
    for (const poll of pollsOf(question)) {
      const retries = new Set(retriesIn(poll))
      const later = poll.find(isAnswered) ?? answered.find(({ n }) => n > poll[0].n)
      const answer = later && { n: later.n, afterMs: Math.ceil((later.endMs ?? later.atMs) - poll[0].atMs) }
      const left = before !== undefined && isFailover(before, poll[0], question) ? before : undefined
      for (const request of poll) {
        seen.add(request)
        const isFirst = request === poll[0]
        const kind = retries.has(request)
          ? 'retry'
          : isFirst && left !== undefined
            ? 'failover'
            : kindIn(poll, request, question)
        yield {
          request,
          kind,
          first: isFirst && left !== undefined ? left[0].n : poll[0].n,
          answer: answer ?? null,
        }
      }
      before = poll
    }
  }
  for (const request of timeline.requests)
    if (!seen.has(request)) yield { request, kind: 'probe', first: request.n, answer: null }
}

/** Whether a client that asks one base at a time goes to another one after a poll that failed. */
function isFailover(
  before: readonly TimelineRequest[],
  request: TimelineRequest,
  { policy }: Question,
): boolean {
  const last = before[before.length - 1]
  return policy.kind === 'single' && !before.some(isAnswered) && last.asked.base !== request.asked.base
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
