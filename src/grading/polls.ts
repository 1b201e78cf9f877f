/** Polls and what follows their failures: a retry repeats a query at the same base, a failover takes it to another one. */

import { getOrCreate, groupBy } from '../kit/maps.js'
import { maxOf, minOf } from '../kit/numbers/extremes.js'
import { median } from '../kit/numbers/median.js'
import { phaseOf } from './phases.js'
import type { Policy } from './policies.js'
import { type Sequence, sequenceOf } from './sequences.js'
import { seriesOf } from './series.js'
import { isAnswered, isFailed, type Timeline, type TimelineRequest } from './timeline.js'
import { togetherIn, wavesOf } from './waves.js'

/** Serving requests of one client with one query, or with one request id where ids repeat across attempts. */
export interface Question extends Rhythm {
  readonly policy: Policy
  readonly requests: readonly TimelineRequest[]
  /** Retries and failovers that the sequence shows, whatever the pauses before them. */
  readonly sequence: Sequence
}

const known = new WeakMap<Timeline, readonly Question[]>()

export function questionsOf(timeline: Timeline): readonly Question[] {
  return getOrCreate(known, timeline, () =>
    seriesOf(timeline).flatMap(({ serving, policy }) => {
      const rhythm = paceOf(paced(serving, policy), warmUpEndOf(timeline))
      return byRequestId(serving).map((requests) => ({
        ...{ policy, ...rhythm, requests },
        sequence: sequenceOf(policy.kind === 'single' ? requests : [], rhythm.periodMs),
      }))
    }),
  )
}

/** Requests that show the rhythm: of a parallel client those to one base, as a busy machine spreads a wave. */
function paced(requests: readonly TimelineRequest[], policy: Policy): readonly TimelineRequest[] {
  if (policy.kind !== 'parallel') return requests
  const [base] = policy.bases
  return requests.filter(({ asked }) => asked.base === base)
}

/** One group per id if an id repeats; ids that never do name requests, not queries. */
function byRequestId(requests: readonly TimelineRequest[]): (readonly TimelineRequest[])[] {
  if (requests.length === 0) return []
  const ids = groupBy(requests, ({ asked }) => asked.requestId)
  const isRepeated = [...ids].some(([id, attempts]) => id !== null && attempts.length > 1)
  return isRepeated ? [...ids.values()] : [requests]
}

/** Polls, each followed by its hedges, retries and failovers: requests sooner than the polling interval. */
export function* pollsOf(question: Question): Generator<readonly TimelineRequest[]> {
  const { policy, periodMs, requests } = question
  if (policy.kind === 'parallel') return yield* togetherIn(requests, periodMs === Infinity ? 0 : periodMs / 2)
  let poll: TimelineRequest[] = []
  let before: TimelineRequest | undefined
  for (const request of requests) {
    if (poll.length > 0 && isAttempt(request, poll, before, question)) poll.push(request)
    else {
      if (poll.length > 0) yield poll
      before = poll[0]
      poll = [request]
    }
  }
  if (poll.length > 0) yield poll
}

const knownCompanions = new WeakMap<Timeline, ReadonlyMap<TimelineRequest, TimelineRequest>>()

/** By request: the first answer to its poll from another base that was asked before the request ended, as by a hedge. */
export function companionsOf(timeline: Timeline): ReadonlyMap<TimelineRequest, TimelineRequest> {
  return getOrCreate(knownCompanions, timeline, () => {
    const companions = new Map<TimelineRequest, TimelineRequest>()
    for (const question of questionsOf(timeline))
      for (const poll of pollsOf(question)) {
        if (poll.length === 1) continue
        const answers = poll.filter(isAnswered)
        for (const request of poll) {
          const { asked, endMs } = request
          const isCompanion = (answer: TimelineRequest) =>
            answer.asked.base !== asked.base && answer.atMs < (endMs ?? Infinity)
          const answer = answers.find(isCompanion)
          if (answer !== undefined) companions.set(request, answer)
        }
      }
    return companions
  })
}

/** Attempts of a poll at a base that had failed it before. */
export function retriesIn(poll: readonly TimelineRequest[]): TimelineRequest[] {
  return poll.filter(({ asked }, index) =>
    poll.slice(0, index).some((earlier) => earlier.asked.base === asked.base),
  )
}

const SLACK = 0.1

function isAttempt(
  request: TimelineRequest,
  poll: readonly TimelineRequest[],
  before: TimelineRequest | undefined,
  { periodMs, pauseMs, sequence }: Question,
): boolean {
  if (isHedge(request, poll, periodMs) || sequence.attempts.has(request)) return true
  const previous = poll[poll.length - 1]
  if (!isFailed(previous) || previous.endMs === null || previous.endMs > request.atMs) return false
  // Due like the next poll, whatever became of this one, or of the previous one if this was out of turn.
  if (isNextPoll(request, poll[0], periodMs)) return false
  const isBetween = before !== undefined && !isNextPoll(poll[0], before, periodMs)
  if (isBetween && isNextPoll(request, before, periodMs)) return false
  return request.atMs - previous.endMs < (1 - SLACK) * Math.min(periodMs, pauseMs)
}

/** A request to another base while the first is still unanswered. */
function isHedge(
  { asked, atMs }: TimelineRequest,
  poll: readonly TimelineRequest[],
  periodMs: number,
): boolean {
  const isEarly = periodMs < Infinity && atMs - poll[0].atMs < (1 - SLACK) * periodMs
  return (
    isEarly &&
    poll.every((earlier) => earlier.asked.base !== asked.base) &&
    poll.some(({ endMs }) => (endMs ?? Infinity) > atMs)
  )
}

function isNextPoll(
  { atMs }: TimelineRequest,
  after: TimelineRequest | undefined,
  periodMs: number,
): boolean {
  return after !== undefined && isClose(atMs - after.atMs, periodMs)
}

export function isClose(ms: number, periodMs: number): boolean {
  return ms >= (1 - SLACK) * periodMs && ms <= (1 + SLACK) * periodMs
}

const MIN_GAPS = 2

export interface Rhythm {
  /** Interval between polls in normal operation; Infinity with too few samples. */
  readonly periodMs: number
  /** Pause between an answer and the next poll, which a slow answer does not stretch. */
  readonly pauseMs: number
  /** Longest interval between polls, which a busy machine may have delayed. */
  readonly latestMs: number
}

/** A busy machine delays polls; a longer interval is a pause. */
const MAX_DELAY = 1.5
/** A shorter pause is the rest of an interval after a slow answer, not a pace. */
const MIN_PAUSE = 0.5

/** From the shorter median of the warm-up, which a busy machine may stretch, and of all requests after an answer. */
export function paceOf(requests: readonly TimelineRequest[], warmUpMs: number): Rhythm {
  const starts = wavesOf(requests).map(([first]) => first)
  const pairs = starts.slice(1).map((next, index) => [starts[index], next] as const)
  const samples = [
    pairs.filter(([, next]) => next.atMs <= warmUpMs),
    pairs.filter(([first]) => isAnswered(first)),
  ].filter(({ length }) => length >= MIN_GAPS)
  const intervals = samples.map((sample) => sample.map(([first, next]) => next.atMs - first.atMs))
  const pauses = samples.map((sample) =>
    median(sample.map(([first, next]) => next.atMs - (first.endMs ?? Infinity))),
  )
  const periodMs = minOf(intervals.map(median))
  const latestMs = Math.min(maxOf(intervals.flat(), 0), MAX_DELAY * periodMs)
  const pauseMs = minOf(pauses)
  return { periodMs, latestMs, pauseMs: pauseMs >= MIN_PAUSE * periodMs ? pauseMs : periodMs }
}

export function times({ periodMs, pauseMs, latestMs }: Rhythm, count: number): Rhythm {
  return { periodMs: periodMs * count, pauseMs: pauseMs * count, latestMs: latestMs * count }
}

export function isPollAfter(ms: number, { periodMs, pauseMs, latestMs }: Rhythm): boolean {
  return ms >= (1 - SLACK) * Math.min(periodMs, pauseMs) && ms <= (1 + SLACK) * latestMs
}

export function warmUpEndOf(timeline: Timeline): number {
  return phaseOf(timeline, 'warm-up')?.toMs ?? Infinity
}
