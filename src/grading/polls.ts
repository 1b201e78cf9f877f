/** Polls and what follows their failures: a retry repeats a query at the same base, a failover takes it to another one. */

import { getOrCreate, groupBy } from '../kit/maps.js'
import { maxOf, minOf } from '../kit/numbers/extremes.js'
import { median } from '../kit/numbers/median.js'
import type { BaseName } from '../market/catalogue/names.js'
import { phaseOf } from './phases.js'
import type { Policy } from './policies.js'
import { seriesOf } from './series.js'
import { isAnswered, isFailed, isRefused, type Timeline, type TimelineRequest } from './timeline.js'
import { togetherIn, wavesOf } from './waves.js'

/** Serving requests of one client with one query, or with one request id where ids repeat across attempts. */
export interface Question extends Rhythm {
  readonly policy: Policy
  readonly requests: readonly TimelineRequest[]
}

const known = new WeakMap<Timeline, readonly Question[]>()

export function questionsOf(timeline: Timeline): readonly Question[] {
  return getOrCreate(known, timeline, () =>
    seriesOf(timeline).flatMap(({ serving, policy }) => {
      const rhythm = rhythmOf(paced(serving, policy), warmUpEndOf(timeline))
      return byRequestId(serving).map((requests) => ({ policy, ...rhythm, requests }))
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
    if (poll.length > 0 && isReaction(request, poll, before, question)) poll.push(request)
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

function isReaction(
  request: TimelineRequest,
  poll: readonly TimelineRequest[],
  before: TimelineRequest | undefined,
  { periodMs, pauseMs }: Question,
): boolean {
  if (isHedge(request, poll, periodMs)) return true
  const previous = poll[poll.length - 1]
  if (!isFailed(previous) || previous.endMs === null || previous.endMs > request.atMs) return false
  // Due like the next poll, whatever became of this one, or of the previous one if this was out of turn.
  if (isDue(request, poll[0], periodMs)) return false
  const isBetween = before !== undefined && !isDue(poll[0], before, periodMs)
  if (isBetween && isDue(request, before, periodMs)) return false
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

function isDue({ atMs }: TimelineRequest, after: TimelineRequest | undefined, periodMs: number): boolean {
  return after !== undefined && isAbout(atMs - after.atMs, periodMs)
}

function isAbout(ms: number, periodMs: number): boolean {
  return ms >= (1 - SLACK) * periodMs && ms <= (1 + SLACK) * periodMs
}

const MIN_GAPS = 2

interface Rhythm {
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
function rhythmOf(requests: readonly TimelineRequest[], warmUpMs: number): Rhythm {
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

function times({ periodMs, pauseMs, latestMs }: Rhythm, count: number): Rhythm {
  return { periodMs: periodMs * count, pauseMs: pauseMs * count, latestMs: latestMs * count }
}

function isPollAfter(ms: number, { periodMs, pauseMs, latestMs }: Rhythm): boolean {
  return ms >= (1 - SLACK) * Math.min(periodMs, pauseMs) && ms <= (1 + SLACK) * latestMs
}

function warmUpEndOf(timeline: Timeline): number {
  return phaseOf(timeline, 'warm-up')?.toMs ?? Infinity
}

interface FailureRun {
  readonly gapsMs: number[]
  readonly requests: TimelineRequest[]
  /** Gaps shorter than a polling interval. */
  early: number
  /** Gaps longer than a polling interval. */
  late: number
}

interface Failed {
  readonly last: TimelineRequest
  /** The failure before it, if it was late. */
  readonly beforeLate: TimelineRequest | undefined
  readonly run: FailureRun
}

/** Whether a request after a late one is on time again, two intervals after the one before. */
function catchesUp({ atMs }: TimelineRequest, { beforeLate }: Failed, { periodMs }: Rhythm): boolean {
  return beforeLate !== undefined && isAbout(atMs - beforeLate.atMs, 2 * periodMs)
}

/** A busy machine delays some polls. */
const MAX_DELAYED = 0.2

/** Whether its gaps are polling intervals, so that nothing was repeated. One that is longer may be a delayed poll, two are a backoff. */
export function isPolling({ gapsMs, early, late }: FailureRun): boolean {
  return early + late <= MAX_DELAYED * gapsMs.length || (early === 0 && late === 1)
}

/** Waits between failures of one query at one base until it is answered, except after Retry-After. */
export function failureRunsOf(timeline: Timeline): FailureRun[] {
  const runs: FailureRun[] = []
  for (const { requests, ...rhythm } of questionsOf(timeline)) {
    const byBase = groupBy(requests, ({ asked }) => asked.base)
    // At one base: at the usual rate, at the rate of the warm-up there, or in turn with other bases.
    const rhythmsAt = (base: BaseName) => [
      rhythm,
      rhythmOf(byBase.get(base) ?? [], warmUpEndOf(timeline)),
      times(rhythm, byBase.size),
    ]
    const rhythms = new Map<BaseName, Rhythm[]>()
    let atBase = new Map<BaseName, Failed>()
    for (const request of requests) {
      if (isAnswered(request) || isRefused(request)) {
        atBase = new Map()
        continue
      }
      if (!isFailed(request) || request.endMs === null) continue
      const { base } = request.asked
      const before = atBase.get(base)
      const run: FailureRun = before?.run ?? { gapsMs: [], requests: [request], early: 0, late: 0 }
      let late: TimelineRequest | undefined
      if (before === undefined) runs.push(run)
      else if (before.last.fate.retryAfterMs === null && (before.last.endMs ?? 0) <= request.atMs) {
        const gapMs = request.atMs - (before.last.endMs ?? 0)
        run.gapsMs.push(gapMs)
        run.requests.push(request)
        const isPoll = getOrCreate(rhythms, base, rhythmsAt).some(
          (one) => isPollAfter(gapMs, one) || isPollAfter(request.atMs - before.last.atMs, one),
        )
        // The one before was a delayed poll, no pause.
        if (catchesUp(request, before, rhythm)) run.late--
        else if (!isPoll && gapMs < rhythm.periodMs) run.early++
        else if (!isPoll) {
          run.late++
          late = before.last
        }
      }
      atBase.set(base, { last: request, beforeLate: late, run })
    }
  }
  return runs
}
