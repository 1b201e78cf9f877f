/** Polls and what follows their failures: a retry repeats a query at the same base, a failover takes it to another one. */
import type { BaseName } from '../catalogue/bases.js'
import { getOrCreate, groupBy } from '../core/maps.js'
import { median } from '../core/median.js'
import { phaseOf } from './phases.js'
import type { Policy } from './policies.js'
import { seriesOf } from './series.js'
import { isAnswered, isFailed, isRefused, type Timeline, type TimelineRequest } from './timeline.js'
import { togetherIn, wavesOf } from './waves.js'

/** Serving requests of one client with one query, or with one request id where ids repeat across attempts. */
export interface Question {
  readonly policy: Policy
  /** Interval between polls in normal operation; Infinity with too few samples. */
  readonly periodMs: number
  readonly requests: readonly TimelineRequest[]
}

const known = new WeakMap<Timeline, readonly Question[]>()

export function questionsOf(timeline: Timeline): readonly Question[] {
  return getOrCreate(known, timeline, () =>
    seriesOf(timeline).flatMap(({ serving, policy }) => {
      const periodMs = periodOf(serving, phaseOf(timeline, 'warm-up')?.toMs ?? Infinity)
      return byRequestId(serving).map((requests) => ({ policy, periodMs, requests }))
    }),
  )
}

/** One group per id if an id repeats; ids that never do name requests, not queries. */
function byRequestId(requests: readonly TimelineRequest[]): (readonly TimelineRequest[])[] {
  if (requests.length === 0) return []
  const ids = groupBy(requests, ({ asked }) => asked.requestId)
  const isRepeated = [...ids].some(([id, attempts]) => id !== null && attempts.length > 1)
  return isRepeated ? [...ids.values()] : [requests]
}

/** Polls, each followed by its hedges, retries and failovers: requests sooner than the polling interval. */
export function* pollsOf({ policy, periodMs, requests }: Question): Generator<readonly TimelineRequest[]> {
  if (policy.kind === 'parallel') {
    yield* togetherIn(requests)
    return
  }
  let poll: TimelineRequest[] = []
  let before: TimelineRequest | undefined
  for (const request of requests) {
    if (poll.length > 0 && isReaction(request, poll, before, periodMs)) poll.push(request)
    else {
      if (poll.length > 0) yield poll
      before = poll[0]
      poll = [request]
    }
  }
  if (poll.length > 0) yield poll
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
  periodMs: number,
): boolean {
  if (isHedge(request, poll, periodMs)) return true
  const previous = poll[poll.length - 1]
  if (!isFailed(previous) || previous.endMs === null || previous.endMs > request.atMs) return false
  // Due like the next poll, whatever became of this one, or of the previous one if this was out of turn.
  if (isDue(request, poll[0], periodMs)) return false
  const isBetween = before !== undefined && !isDue(poll[0], before, periodMs)
  if (isBetween && isDue(request, before, periodMs)) return false
  return request.atMs - previous.endMs < (1 - SLACK) * periodMs
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

/** The shorter of the medians in the warm-up, which a busy machine may stretch, and after an answer. */
function periodOf(requests: readonly TimelineRequest[], warmUpMs: number): number {
  const starts = wavesOf(requests).map(([first]) => first)
  const pairs = starts.slice(1).map((next, index) => [starts[index], next] as const)
  const samples = [
    pairs.filter(([, next]) => next.atMs <= warmUpMs),
    pairs.filter(([first]) => isAnswered(first)),
  ].filter(({ length }) => length >= MIN_GAPS)
  return Math.min(
    ...samples.map((sample) => median(sample.map(([first, next]) => next.atMs - first.atMs))),
    Infinity,
  )
}

interface FailureRun {
  readonly gapsMs: number[]
  readonly requests: TimelineRequest[]
  /** Gaps other than a polling interval. */
  repeats: number
}

/** A busy machine delays some polls. */
const MAX_DELAYED = 0.2

/** Whether its gaps are polling intervals, so that nothing was repeated. */
export function isPolling({ gapsMs, repeats }: FailureRun): boolean {
  return repeats <= MAX_DELAYED * gapsMs.length
}

/** Waits between failures of one query at one base until it is answered, except after Retry-After. */
export function failureRunsOf(timeline: Timeline): FailureRun[] {
  const runs: FailureRun[] = []
  for (const { requests, periodMs } of questionsOf(timeline)) {
    const byBase = groupBy(requests, ({ asked }) => asked.base)
    const warmUpMs = phaseOf(timeline, 'warm-up')?.toMs ?? Infinity
    // At one base: at the usual rate, at the rate of the warm-up there, or in turn with other bases.
    const pollsMs = (base: BaseName) => [
      periodMs,
      periodOf(byBase.get(base) ?? [], warmUpMs),
      periodMs * byBase.size,
    ]
    const periods = new Map<BaseName, number[]>()
    let atBase = new Map<BaseName, { last: TimelineRequest; run: FailureRun }>()
    for (const request of requests) {
      if (isAnswered(request) || isRefused(request)) {
        atBase = new Map()
        continue
      }
      if (!isFailed(request) || request.endMs === null) continue
      const { base } = request.asked
      const before = atBase.get(base)
      const run: FailureRun = before?.run ?? { gapsMs: [], requests: [request], repeats: 0 }
      if (before === undefined) runs.push(run)
      else if (before.last.fate.retryAfterMs === null && (before.last.endMs ?? 0) <= request.atMs) {
        const gapMs = request.atMs - (before.last.endMs ?? 0)
        run.gapsMs.push(gapMs)
        run.requests.push(request)
        const isPoll = getOrCreate(periods, base, pollsMs).some(
          (ms) => isAbout(gapMs, ms) || isAbout(request.atMs - before.last.atMs, ms),
        )
        if (!isPoll) run.repeats++
      }
      atBase.set(base, { last: request, run })
    }
  }
  return runs
}
