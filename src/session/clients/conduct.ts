/** One request in the context of its client's other requests. */

import { pollsOf, type Question, questionsOf, retriesIn } from '../../grading/polls.js'
import { isAnswered, isFailed, type Timeline, type TimelineRequest } from '../../grading/timeline.js'
import { groupBy } from '../../kit/maps.js'
import { clientKeyOf, isAutomaticPreflight, type JournalRecord } from '../journal/entry.js'
import { rateOf } from '../journal/traffic.js'
import { toTimeline } from './as-timeline.js'
import { isHonoured, type Now, pausesIn } from './retry-after.js'

/** A request as the records so far show it: its neighbours, its attempt, and Retry-After before and after it. */
export function conductOf(lines: readonly JournalRecord[], line: JournalRecord, now?: Now) {
  const { network } = line.kind
  const ofClient = lines.filter(
    ({ kind, address, userAgent }) =>
      kind.network === network &&
      userAgent === line.userAgent &&
      address === line.address &&
      !isAutomaticPreflight(kind),
  )
  const timeline = toTimeline(ofClient)
  const own = timeline.requests.find(({ n }) => n === line.n)
  const alike = timeline.requests.filter(({ asked }) => asked.question === own?.asked.question)
  const place = own === undefined ? -1 : alike.indexOf(own)
  const attempt = own && [...attemptsIn(timeline)].find(({ request }) => request === own)
  const pauses = pausesIn(ofClient, now)
  return {
    /** The same client's requests of the same query, at any base. */
    previous: alike[place - 1]?.n ?? null,
    next: place < 0 ? null : (alike[place + 1]?.n ?? null),
    attempt:
      attempt === undefined ? null : { kind: attempt.kind, first: attempt.first, answer: attempt.answer },
    /** Its own Retry-After; null without one. */
    asked: pauses.find(({ after }) => after.n === line.n) ?? null,
    /** The Retry-After that it did not wait for; null without one. */
    ignored: pauses.find((pause) => pause.next?.n === line.n && isHonoured(pause) === false) ?? null,
  }
}

interface Attempt {
  readonly kind: AttemptKind
  /** Number of the first request of its poll; of a failover that waited for the next poll, of the one that failed. */
  readonly first: number
  /** The answer to its poll or, failing that, to a later one, and the time from the first request of its poll to that. */
  readonly answer: { readonly n: number; readonly afterMs: number } | null
}

function* attemptsIn(timeline: Timeline): Generator<Attempt & { readonly request: TimelineRequest }> {
  const seen = new Set<TimelineRequest>()
  for (const question of questionsOf(timeline)) {
    const answered = question.requests.filter(isAnswered)
    let before: readonly TimelineRequest[] | undefined
    for (const poll of pollsOf(question)) {
      const retries = new Set(retriesIn(poll))
      const later = poll.find(isAnswered) ?? answered.find(({ n }) => n > poll[0]!.n)
      const answer = later && { n: later.n, afterMs: Math.ceil((later.endMs ?? later.atMs) - poll[0]!.atMs) }
      const left = before !== undefined && isFailover(before, poll[0]!, question) ? before : undefined
      for (const request of poll) {
        seen.add(request)
        const isLate = request === poll[0] && left !== undefined
        const other = isLate ? 'failover' : kindIn(poll, request, question)
        const kind = retries.has(request) ? 'retry' : other
        yield { request, kind, first: isLate ? left[0]!.n : poll[0]!.n, answer: answer ?? null }
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
  const last = before[before.length - 1]!
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

/**
 * The part that a request plays for its client:
 *
 *   poll       the first request of a query, when it is due
 *   retry      at a base that has failed this poll
 *   failover   at another base, after a failure
 *   hedge      at another base, while the first is pending
 *   probe      a health check of a base that is not in use
 */
type AttemptKind = 'poll' | 'retry' | 'failover' | 'hedge' | 'probe'

/** Clients with the most requests first. */
export function clientsOf(lines: readonly JournalRecord[], now: Now) {
  const pauses = groupBy(pausesIn(lines, now), ({ after }) => clientKeyOf(after))
  const timeline = toTimeline(lines)
  const attempts = groupBy(attemptsIn(timeline), ({ request }) => request.asked.client)
  const byNumber = new Map(lines.map((line) => [line.n, line]))
  const records = groupBy(
    lines.filter(({ kind }) => kind.base !== null),
    clientKeyOf,
  )
  return [...groupBy(timeline.requests, ({ asked }) => asked.client)]
    .map(([client, requests]) => {
      const { n } = requests[requests.length - 1]!
      const last = byNumber.get(n) as JournalRecord
      const key = clientKeyOf(last)
      const own = attempts.get(client) ?? []
      const waits = (pauses.get(key) ?? []).map(isHonoured)
      const places = new Map(
        requests.map(({ asked: { network, base } }) => [`${network} ${base}`, { network, base }]),
      )
      return {
        userAgent: last.userAgent,
        address: last.address,
        requests: requests.length,
        perSecond: rateOf(records.get(key) ?? [], now.realMs),
        bases: [...places.values()],
        failed: requests.filter(isFailed).length,
        flawed: requests.filter(({ fate, end }) => end === 'answered' && fate.met === 'wrong').length,
        retries: own.filter(({ kind }) => kind === 'retry').length,
        failovers: own.filter(({ kind }) => kind === 'failover').length,
        honoured: waits.filter((isOne) => isOne === true).length,
        ignored: waits.filter((isOne) => isOne === false).length,
        longestMs: longestWithoutGood(requests),
        last: n,
      }
    })
    .sort((a, b) => b.requests - a.requests)
}

/** From the first request after a good reply to the next good one, or to the last request. */
function longestWithoutGood(requests: readonly TimelineRequest[]): number {
  let longestMs = 0
  for (const alike of groupBy(requests, ({ asked }) => `${asked.network} ${asked.endpoint}`).values()) {
    let sinceMs: number | undefined
    for (const { fate, end, atMs, endMs } of alike) {
      const isGood = end === 'answered' && fate.met === 'good'
      if (!isGood) sinceMs ??= atMs
      if (sinceMs !== undefined) longestMs = Math.max(longestMs, (endMs ?? atMs) - sinceMs)
      if (isGood) sinceMs = undefined
    }
  }
  return Math.round(longestMs)
}
