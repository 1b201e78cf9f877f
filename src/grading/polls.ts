/** Polls and what follows their failures: a retry repeats a query at the same base, a failover takes it to another one. */

import { getOrCreate, groupBy, memoised, pairsOf } from '../kit/maps.js'
import { maxOf, median, minOf } from '../kit/numbers/lists.js'
import type { BaseName } from '../market/catalogue/names.js'
import { phaseOf } from './phases.js'
import { type Policy, seriesOf, togetherIn, wavesOf } from './series.js'
import {
  isAnswered,
  isFailed,
  type Requests,
  type Timeline,
  type TimelineRequest,
  WAVE_MS,
} from './timeline.js'

/** Serving requests of one client with one query, or with one request id where ids repeat across attempts. */
export interface Question extends Rhythm {
  readonly policy: Policy
  readonly requests: Requests
  /** Retries and failovers that the sequence shows, whatever the pauses before them. */
  readonly sequence: Sequence
}

export const questionsOf = memoised((timeline: Timeline): readonly Question[] =>
  seriesOf(timeline).flatMap(({ serving, policy }) => {
    // A busy machine spreads the waves of a parallel client: one base shows the rhythm.
    const paced =
      policy.kind === 'parallel' ? serving.filter(({ asked }) => asked.base === policy.bases[0]) : serving
    const rhythm = paceOf(paced, warmUpEndOf(timeline))
    return byRequestId(serving).map((requests) => ({
      policy,
      ...rhythm,
      requests,
      sequence: sequenceOf(policy.kind === 'single' ? requests : [], rhythm.periodMs),
    }))
  }),
)

/** One group per id if an id repeats; ids that never do name requests, not queries. */
function byRequestId(requests: Requests): Requests[] {
  if (requests.length === 0) return []
  const ids = groupBy(requests, ({ asked }) => asked.requestId)
  const isRepeated = [...ids].some(([id, attempts]) => id !== null && attempts.length > 1)
  return isRepeated ? [...ids.values()] : [requests]
}

/** Polls, each followed by its hedges, retries and failovers: requests sooner than the polling interval. */
export function* pollsOf(question: Question): Generator<Requests> {
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

/** By request: the first answer to its poll from another base that was asked before the request ended, as by a hedge. */
export const companionsOf = memoised((timeline: Timeline): ReadonlyMap<TimelineRequest, TimelineRequest> => {
  const companions = new Map<TimelineRequest, TimelineRequest>()
  for (const question of questionsOf(timeline))
    for (const poll of pollsOf(question)) {
      const answers = poll.filter(isAnswered)
      for (const request of poll) {
        const isOther = ({ asked, atMs }: TimelineRequest) =>
          asked.base !== request.asked.base && atMs < (request.endMs ?? Infinity)
        const answer = answers.find(isOther)
        if (answer !== undefined) companions.set(request, answer)
      }
    }
  return companions
})

/** Attempts of a poll at a base that had failed it before. */
export function retriesIn(poll: Requests): TimelineRequest[] {
  return poll.filter(({ asked }, index) =>
    poll.slice(0, index).some((earlier) => earlier.asked.base === asked.base),
  )
}

const SLACK = 0.1

function isAttempt(
  request: TimelineRequest,
  poll: Requests,
  before: TimelineRequest | undefined,
  { periodMs, pauseMs, sequence }: Question,
): boolean {
  if (isHedge(request, poll, periodMs) || sequence.attempts.has(request)) return true
  const previous = poll[poll.length - 1]
  if (!isFailed(previous) || previous.endMs === null || !hasEndedBy(previous, request.atMs)) return false
  // Due like the next poll, whatever became of this one, or of the previous one if this was out of turn.
  if (isNextPoll(request, poll[0], periodMs)) return false
  if (before !== undefined && !isNextPoll(poll[0], before, periodMs) && isNextPoll(request, before, periodMs))
    return false
  return request.atMs - previous.endMs < (1 - SLACK) * Math.min(periodMs, pauseMs)
}

/** Whether a request had ended for a client that sent another one: its end and a request on another connection are read in either order. */
function hasEndedBy({ endMs }: TimelineRequest, atMs: number): boolean {
  return (endMs ?? Infinity) <= atMs + WAVE_MS
}

/** A request to another base while the first is still unanswered. */
function isHedge({ asked, atMs }: TimelineRequest, poll: Requests, periodMs: number): boolean {
  return (
    periodMs < Infinity &&
    atMs - poll[0].atMs < (1 - SLACK) * periodMs &&
    poll.every((earlier) => earlier.asked.base !== asked.base) &&
    poll.some(({ endMs }) => (endMs ?? Infinity) > atMs)
  )
}

function isNextPoll({ atMs }: TimelineRequest, after: TimelineRequest, periodMs: number): boolean {
  return isClose(atMs - after.atMs, periodMs)
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
export function paceOf(requests: Requests, warmUpMs: number): Rhythm {
  const starts = wavesOf(requests).map(([first]) => first)
  const pairs = pairsOf(starts)
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

export interface Sequence {
  /** Retries and failovers. */
  readonly attempts: ReadonlySet<TimelineRequest>
  /** Failures at one base before a failover that may be polls or retries. */
  readonly doubtful?: Requests
}

/** Failures in a row at one base, left at once for another. */
interface Chain {
  readonly requests: Requests
  readonly failover: TimelineRequest
}

/** A failover follows the last failure at once. */
const AT_ONCE_MS = 250

/**
 * A client that repeats a query at a base before each failover retries: polls would have stopped at the first lone failure. One such chain
 * is either, unless two pauses are none of `periodMs`; a lone visit since shows polls of a circuit breaker.
 */
function sequenceOf(requests: Requests, periodMs: number): Sequence {
  const attempts = new Set<TimelineRequest>()
  let doubtful: Requests | undefined
  for (const chains of chainsIn(requests)) {
    const long = chains.filter((chain) => chain.requests.length > 1)
    const isRepeated = long.length > 1 && long.length * 2 > chains.length
    if (isRepeated || long.some((chain) => isSlower(chain, periodMs)))
      for (const { requests, failover } of long)
        for (const request of [...requests.slice(1), failover]) attempts.add(request)
    else if (long.length === 1 && chains.length === 1) doubtful ??= long[0].requests
  }
  return { attempts, ...(doubtful && { doubtful }) }
}

/** A busy machine delays one poll. */
const MIN_LATE = 2
const LATE = 1.5

function isSlower({ requests }: Chain, periodMs: number): boolean {
  const isLate = ([{ endMs }, { atMs }]: readonly [TimelineRequest, TimelineRequest]) =>
    atMs - (endMs ?? atMs) > LATE * periodMs
  return pairsOf(requests).filter(isLate).length >= MIN_LATE
}

/** Chains at each base, from one answer there to the next. */
function chainsIn(requests: Requests): readonly (readonly Chain[])[] {
  const all: Chain[][] = []
  const open = new Map<BaseName, Chain[]>()
  const newOutage = () => all[all.push([]) - 1]
  let failed: TimelineRequest[] = []
  for (const request of requests) {
    const { base } = request.asked
    const last = failed.at(-1)
    if (last !== undefined && last.asked.base !== base) {
      const pauseMs = request.atMs - (last.endMs ?? Infinity)
      if (hasEndedBy(last, request.atMs) && pauseMs <= AT_ONCE_MS)
        getOrCreate(open, last.asked.base, newOutage).push({ requests: failed, failover: request })
      failed = []
    }
    if (isFailed(request)) failed.push(request)
    else failed = []
    if (isAnswered(request)) open.delete(base)
  }
  return all
}

/** A busy machine ends a wait late. */
const LATE_END = 1.1

/** The end of a request for the client: a connection closed with the next request shows an upper bound, the shortest wait its timeout. */
export function clientEndMs(timeline: Timeline, request: TimelineRequest): number | null {
  return timeoutEnds(timeline).get(request) ?? request.endMs
}

const timeoutEnds = memoised(({ requests }: Timeline): ReadonlyMap<TimelineRequest, number> => {
  const ends = new Map<TimelineRequest, number>()
  const queries = groupBy(requests, ({ asked }) => `${asked.client} ${asked.question}`)
  for (const alike of queries.values()) {
    const given = alike.filter(({ fate, end }) => end === 'given-up' && fate.met === 'silent')
    const timeoutMs = minOf(given.map(waitOf))
    const isBound = (request: TimelineRequest) =>
      waitOf(request) <= LATE_END * timeoutMs || hasNextAtOnce(request, alike)
    for (const request of given.filter(isBound)) ends.set(request, request.atMs + timeoutMs)
  }
  return ends
})

/** One that was given up has an end. */
function waitOf({ atMs, endMs }: TimelineRequest): number {
  return (endMs ?? Infinity) - atMs
}

function hasNextAtOnce({ n, endMs, asked }: TimelineRequest, alike: Requests): boolean {
  const next = alike.find((later) => later.n > n)
  return next?.asked.base === asked.base && Math.abs(next.atMs - (endMs ?? Infinity)) <= WAVE_MS
}
