/** Polls and what follows their failures: a retry repeats a query at the same base, a failover takes it to another one. */

import { getOrCreate, groupBy, memoised, pairsOf } from '../kit/maps.js'
import { maxOf, median, minOf } from '../kit/numbers/lists.js'
import { pluralize } from '../kit/text/words.js'
import type { BaseName } from '../market/catalogue/names.js'
import { phaseOf } from './phases.js'
import { type Policy, seriesOf, togetherIn, wavesOf } from './series.js'
import {
  isSome,
  isUseful,
  isUseless,
  type Requests,
  type SomeRequests,
  type Timeline,
  type TimelineRequest,
  WAVE_MS,
} from './timeline.js'

/** Serving requests of one client with one query, or with one request id where ids repeat across attempts. */
export interface Question {
  readonly policy: Policy
  readonly requests: SomeRequests
  /** Interval between polls in normal operation; Infinity with too few samples. */
  readonly periodMs: number
}

export const questionsOf = memoised((timeline: Timeline): readonly Question[] =>
  seriesOf(timeline).flatMap(({ serving, policy }) => {
    // One base shows the rhythm of a parallel client.
    const paced =
      policy.kind === 'parallel' ? serving.filter(({ asked }) => asked.base === policy.bases[0]) : serving
    const periodMs = pollPeriodOf(paced, warmUpEndOf(timeline))
    return byRequestId(serving).map((requests) => ({ policy, periodMs, requests }))
  }),
)

/** One group per id if an id repeats; ids that never do name requests, not queries. */
function byRequestId(requests: Requests): SomeRequests[] {
  if (!isSome(requests)) return []
  const ids = groupBy(requests, ({ asked }) => asked.requestId)
  const isRepeated = [...ids].some(([id, attempts]) => id !== null && attempts.length > 1)
  return isRepeated ? [...ids.values()] : [requests]
}

/** Polls, each followed by its hedges, retries and failovers: requests sooner than the polling interval. */
export function* pollsOf(question: Question): Generator<SomeRequests> {
  const { policy, periodMs, requests } = question
  if (policy.kind === 'parallel') return yield* togetherIn(requests, periodMs === Infinity ? 0 : periodMs / 2)
  const [first, ...others] = requests
  let poll: [TimelineRequest, ...TimelineRequest[]] = [first]
  for (const request of others) {
    if (isAttempt(request, poll, question)) poll.push(request)
    else {
      yield poll
      poll = [request]
    }
  }
  yield poll
}

/** Attempts of a poll at a base that had failed it before. */
export function retriesIn(poll: Requests): TimelineRequest[] {
  return poll.filter(({ asked }, index) =>
    poll.slice(0, index).some((earlier) => earlier.asked.base === asked.base),
  )
}

/**
 * How a client that fails over within a poll came to it at each base: `tries` if failed requests before it kept pauses of their own, as of
 * a backoff, so that they are of one query; `paced` if most came a poll period apart, as retries and lost polls do.
 */
export function failoversOf(
  polls: readonly SomeRequests[],
  { periodMs }: Question,
): ReadonlyMap<BaseName, 'tries' | 'paced'> {
  const pauses = new Map<BaseName, boolean[]>()
  let row: TimelineRequest[] = []
  for (const poll of polls) {
    const [first] = poll
    const { base } = first.asked
    if (row[0] !== undefined && row[0].asked.base !== base) row = []
    if (isFailover(poll)) {
      const pairs = pairsOf([...row, first])
      getOrCreate(pauses, base, () => []).push(...pairs.map((pair) => isPaced(pair, periodMs)))
    }
    row = poll.every(isUseless) ? [...row, ...poll] : []
  }
  return new Map(
    Array.from(pauses, ([base, all]) => [
      base,
      2 * all.filter(Boolean).length > all.length ? 'paced' : 'tries',
    ]),
  )
}

/** Whether a poll whose first base failed ended with an answer from another one. */
function isFailover([first, ...others]: SomeRequests): boolean {
  return isUseless(first) && others.some((one) => isUseful(one) && one.asked.base !== first.asked.base)
}

/** Whether a request followed another one, or its end, after a poll period. */
function isPaced([{ atMs, endMs }, next]: readonly [TimelineRequest, TimelineRequest], periodMs: number) {
  return [atMs, endMs ?? Infinity].some((fromMs) => isClose(next.atMs - fromMs, periodMs))
}

/** One line for each kind of data whose failed requests were repeated at the same base; observed, not judged. */
export function retryLinesOf(timeline: Timeline): string[] {
  const kinds = groupBy(
    questionsOf(timeline),
    ({ requests: [{ asked }] }) => `${asked.network} ${asked.endpoint}`,
  )
  return Array.from(kinds).flatMap(([kind, questions]) => {
    const polls = questions.flatMap((question) => Array.from(pollsOf(question), retriesIn))
    const most = maxOf(
      polls.map(({ length }) => length),
      0,
    )
    return most === 0
      ? []
      : [`${kind}: repeats failed requests at the same base up to ${pluralize(most, 'time')} per poll`]
  })
}

const SLACK = 0.1

function isAttempt(request: TimelineRequest, poll: SomeRequests, { periodMs }: Question): boolean {
  if (isHedge(request, poll, periodMs)) return true
  const previous = poll[poll.length - 1]!
  if (isUseful(previous) || previous.endMs === null || !hasEndedBy(previous, request.atMs)) return false
  // Due like the next poll, whatever became of this one; at the same base it may be overdue.
  const sinceMs = request.atMs - poll[0].atMs
  const isRepeated = request.asked.base === previous.asked.base
  if (isClose(sinceMs, periodMs) || (isRepeated && sinceMs > periodMs)) return false
  return request.atMs - previous.endMs < (1 - SLACK) * periodMs
}

/** Whether a request had ended for a client that sent another one: its end and a request on another connection are read in either order. */
function hasEndedBy({ endMs }: TimelineRequest, atMs: number): boolean {
  return (endMs ?? Infinity) <= atMs + WAVE_MS
}

/** A request to another base while one is still unanswered, or was left open, unless the next poll is due. */
function isHedge({ asked, atMs }: TimelineRequest, poll: SomeRequests, periodMs: number): boolean {
  return (
    periodMs < Infinity &&
    !isClose(atMs - poll[0].atMs, periodMs) &&
    poll.every((earlier) => earlier.asked.base !== asked.base) &&
    poll.some(({ endMs }) => (endMs ?? Infinity) > atMs)
  )
}

function isClose(ms: number, periodMs: number): boolean {
  return ms >= (1 - SLACK) * periodMs && ms <= (1 + SLACK) * periodMs
}

const MIN_GAPS = 2

/** From the shorter median of the warm-up and of all requests after an answer. */
function pollPeriodOf(requests: Requests, warmUpMs: number): number {
  const starts = wavesOf(requests).map(([first]) => first)
  const pairs = pairsOf(starts)
  const samples = [
    pairs.filter(([, next]) => next.atMs <= warmUpMs),
    pairs.filter(([first]) => isUseful(first)),
  ].filter(({ length }) => length >= MIN_GAPS)
  return minOf(samples.map((sample) => median(sample.map(([first, next]) => next.atMs - first.atMs))))
}

function warmUpEndOf(timeline: Timeline): number {
  return phaseOf(timeline, 'warm-up')?.toMs ?? Infinity
}
