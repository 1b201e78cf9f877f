/** Requests of a client as polls and retries: a retry repeats a question because it failed. */
import type { BaseName, NetworkName } from '../catalogue/bases.js'
import { getOrCreate, groupBy } from '../core/maps.js'
import {
  isAnswered,
  isFailed,
  type Phase,
  type PhaseName,
  type Timeline,
  type TimelineRequest,
} from './timeline.js'

/** All requests of one client with one question, in order of arrival. */
export interface Question {
  /** Interval between polls in normal operation; Infinity with too few samples. */
  readonly periodMs: number
  readonly requests: readonly TimelineRequest[]
}

const known = new WeakMap<Timeline, readonly Question[]>()

export function questionsOf(timeline: Timeline): readonly Question[] {
  return getOrCreate(known, timeline, () => {
    const warmUp = phaseOf(timeline, 'warm-up')
    const asking = timeline.requests.filter(({ asked }) => asked.method !== 'OPTIONS')
    const byQuestion = groupBy(asking, ({ asked }) => `${asked.client} ${asked.question}`)
    return [...byQuestion.values()].map((requests) => ({ periodMs: periodOf(requests, warmUp), requests }))
  })
}

/** Polls, each followed by its retries: requests sooner after a failure than the polling interval. */
export function* pollsOf({ periodMs, requests }: Question): Generator<readonly TimelineRequest[]> {
  let poll: TimelineRequest[] = []
  let before: TimelineRequest | undefined
  for (const request of requests) {
    if (poll.length > 0 && isRetryOf(request, poll, before, periodMs)) poll.push(request)
    else {
      if (poll.length > 0) yield poll
      before = poll[0]
      poll = [request]
    }
  }
  if (poll.length > 0) yield poll
}

const SLACK = 0.1

function isRetryOf(
  request: TimelineRequest,
  poll: readonly TimelineRequest[],
  before: TimelineRequest | undefined,
  periodMs: number,
): boolean {
  const previous = poll[poll.length - 1]
  if (!isFailed(previous) || previous.endMs === null || previous.endMs > request.atMs) return false
  // Due as the next poll, whatever became of this one, or of the one before if this was out of turn.
  if (isDue(request, poll[0], periodMs)) return false
  const isBetween = before !== undefined && !isDue(poll[0], before, periodMs)
  if (isBetween && isDue(request, before, periodMs)) return false
  return request.atMs - previous.endMs < (1 - SLACK) * periodMs
}

function isDue({ atMs }: TimelineRequest, after: TimelineRequest | undefined, periodMs: number): boolean {
  if (after === undefined) return false
  const sinceMs = atMs - after.atMs
  return sinceMs >= (1 - SLACK) * periodMs && sinceMs <= (1 + SLACK) * periodMs
}

const MIN_GAPS = 2

function periodOf(requests: readonly TimelineRequest[], warmUp: Phase | undefined): number {
  const gaps: number[] = []
  let lastMs: number | undefined
  for (const { atMs } of requests) {
    if (warmUp !== undefined && atMs > warmUp.toMs) break
    if (lastMs !== undefined) gaps.push(atMs - lastMs)
    lastMs = atMs
  }
  return gaps.length < MIN_GAPS ? Number.POSITIVE_INFINITY : median(gaps)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export function phaseOf({ phases }: Timeline, name: PhaseName): Phase | undefined {
  return phases.find((phase) => phase.name === name)
}

export function endOf({ phases }: Timeline): number {
  return phases.at(-1)?.toMs ?? 0
}

export function requestsIn(timeline: Timeline, name: PhaseName): readonly TimelineRequest[] {
  const phase = phaseOf(timeline, name)
  if (phase === undefined) return []
  return timeline.requests.filter(({ atMs }) => atMs >= phase.fromMs && atMs < phase.toMs)
}

/** Time in which a base is down for an endpoint, or for all by default. */
export interface DownTime {
  readonly network: NetworkName
  readonly base: BaseName
  readonly fromMs: number
  readonly untilMs: number
  /** Whether it refuses connections, so that attempts are not recorded. */
  readonly isRefusing: boolean
}

/** Times of rules that fail all requests, merged where they overlap. */
export function downTimesOf(
  { rules }: Timeline,
  network: NetworkName,
  base: BaseName,
  endpoint?: string | null,
): DownTime[] {
  const spans = rules
    .filter(
      ({ met, isPartly, networks, bases, endpoints }) =>
        !isPartly &&
        (met === 'error' || met === 'broken' || met === 'silent') &&
        (networks?.includes(network) ?? true) &&
        (bases?.includes(base) ?? true) &&
        (endpoints === undefined || (typeof endpoint === 'string' && endpoints.includes(endpoint))),
    )
    .map(({ fromMs, untilMs, isRefusing }) => ({
      fromMs,
      untilMs: untilMs ?? Number.POSITIVE_INFINITY,
      isRefusing,
    }))
    .sort((a, b) => a.fromMs - b.fromMs)
  const merged: DownTime[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last !== undefined && span.fromMs <= last.untilMs)
      merged[merged.length - 1] = { ...last, untilMs: Math.max(last.untilMs, span.untilMs) }
    else merged.push({ network, base, ...span })
  }
  return merged
}

export function isDown(
  timeline: Timeline,
  network: NetworkName,
  base: BaseName,
  endpoint: string | null,
  atMs: number,
): boolean {
  return downTimesOf(timeline, network, base, endpoint).some(
    ({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs,
  )
}

const ABOUT_THE_MOMENT = [408, 429]

/** Waiting does not fix a bad request. */
export function isRefused({ fate: { status }, end }: TimelineRequest): boolean {
  return (
    end === 'answered' &&
    status !== null &&
    status >= 400 &&
    status < 500 &&
    !ABOUT_THE_MOMENT.includes(status)
  )
}

interface FailureGaps {
  readonly gapsMs: number[]
  readonly numbers: number[]
}

/** Waits between failures of one question at one base until it is answered, except after Retry-After. */
export function failureGapsOf(timeline: Timeline): FailureGaps[] {
  const runs: FailureGaps[] = []
  for (const { requests } of questionsOf(timeline)) {
    let atBase = new Map<BaseName, { last: TimelineRequest; run: FailureGaps }>()
    for (const request of requests) {
      if (isAnswered(request) || isRefused(request)) {
        atBase = new Map()
        continue
      }
      if (!isFailed(request) || request.endMs === null) continue
      const { base } = request.asked
      const before = atBase.get(base)
      const run: FailureGaps = before?.run ?? { gapsMs: [], numbers: [request.n] }
      if (before === undefined) runs.push(run)
      else if (before.last.fate.retryAfterMs === null && (before.last.endMs ?? 0) <= request.atMs) {
        run.gapsMs.push(request.atMs - (before.last.endMs ?? 0))
        run.numbers.push(request.n)
      }
      atBase.set(base, { last: request, run })
    }
  }
  return runs
}
