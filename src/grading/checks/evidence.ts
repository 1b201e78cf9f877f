/** Places, moments, options and advice in the sentences of checks. */

import { pairsOf } from '../../kit/maps.js'
import type { NetworkName } from '../../market/catalogue/names.js'
import { unmatchedReason } from '../matches.js'
import { secondsIn } from '../phases.js'
import { seriesOf } from '../series.js'
import {
  basesAsked,
  isUseful,
  isUseless,
  type Observation,
  type Requests,
  type Timeline,
  type TimelineRequest,
} from '../timeline.js'
import { type Advice, type Bounds, type Evidence, toleratedMs, type Unjudged } from './define.js'

/** `arbitrum primary`. */
export function placeOf({ asked: { network, base } }: TimelineRequest): string {
  return `${network} ${base}`
}

/** `tickers`, or the path if it is not an endpoint. */
export function queryOf({ asked: { endpoint, url } }: TimelineRequest): string {
  return endpoint ?? url
}

/** `20.0 s into the run`, which begins with the warm-up. */
export function momentOf(atMs: number): string {
  return `${(atMs / 1000).toFixed(1)} s into the run`
}

/** `arbitrum primary (tickers, 20.0 s into the run)`. */
export function whereOf(request: TimelineRequest): string {
  return `${placeOf(request)} (${queryOf(request)}, ${momentOf(request.atMs)})`
}

/** The last price that the client acted on before `atMs`, as a clause: `, still acting on ETH at 2041.19 USD`. */
export function priceInUse({ observations }: Timeline, { asked }: TimelineRequest, atMs: number): string {
  const isOwn = ({ client, network }: Observation) =>
    client === asked.client && (network === undefined || network === asked.network)
  const last = observations.findLast((one) => one.atMs <= atMs && isOwn(one) && Number.isFinite(one.price))
  return last === undefined ? '' : `, still acting on ${last.symbol} at ${last.price} USD`
}

export function inconclusive(because: string, evidence: Evidence): Unjudged {
  return { silence: 'inconclusive', because, evidence }
}

/** Whether the client asked or acted after a request: otherwise nothing shows how it took the reply. */
export function isActiveAfter({ requests, observations }: Timeline, request: TimelineRequest): boolean {
  const { client } = request.asked
  return (
    requests.some(({ n, asked }) => n > request.n && asked.client === client) ||
    observations.some((later) => later.atMs > request.atMs && later.client === client)
  )
}

/** For a wait cut short by the end: a longer cool-down would show it, unless the program has ended. */
export function cutShort(
  timeline: Timeline,
  { fails }: Bounds,
  tookMs: number,
  because: string,
  evidence: Evidence,
): Unjudged {
  const undecided = inconclusive(because, evidence)
  if (timeline.programs.some(({ exitMs }) => exitMs !== null)) return undecided
  const missingMs = toleratedMs(fails) - tookMs
  const seconds = Math.ceil(secondsIn(timeline, 'recovery') + missingMs / 1000) + 1
  return { ...undecided, needs: { option: '--cool-down', seconds } }
}

/** For a client that reports too many prices that appear in no reply. */
export function unobservable(timeline: Timeline): Unjudged | undefined {
  const because = unmatchedReason(timeline)
  return because === undefined ? undefined : { silence: 'not observable', because, evidence: [] }
}

/** Hand-written retries are rarely this fast. */
const LIBRARY_MS = 50
/** Enough to recognise a pattern, as there may be a million. */
const MAX_SAMPLE = 100

/** For clients that stay at a failing base. */
export function adviseFailover(timeline: Timeline, failed: TimelineRequest): Advice {
  const { network, client } = failed.asked
  const own = timeline.requests.filter(({ asked }) => asked.network === network && asked.client === client)
  if (basesAsked(own).length === 1)
    return {
      remedy: 'fail-over',
      advice: `Ask another base of ${network} when one fails: only ${placeOf(failed)} was ever asked`,
    }
  if (acceptsAnything(timeline, network, client))
    return {
      remedy: 'check-replies',
      advice: 'Count a probe as good only if its status is 200 and its body has the data that you need',
    }
  if (ignoresStatus(timeline, failed))
    return {
      remedy: 'check-replies',
      advice: `Check the status of every reply: the client stayed as if ${failed.fate.status} were an answer`,
    }
  return { remedy: 'fail-over', advice: 'Ask another base as soon as one fails' }
}

/** For requests repeated too soon or too often. */
export function adviseRetries(timeline: Timeline, retries: Requests, otherwise: Advice): Advice {
  const sample = retries.slice(0, MAX_SAMPLE)
  const soon = sample.filter((request) => (pauseBefore(timeline, request) ?? Infinity) <= LIBRARY_MS)
  if (soon.length * 2 > sample.length)
    return {
      remedy: 'turn-off-library-retries',
      advice: `Turn off the retries of the HTTP library, or your own: ${soon.length} came within ${LIBRARY_MS} ms of a failure and are probably the library's`,
    }
  return otherwise
}

/** For requests that are awaited too long. */
export function adviseTimeout(hung: Requests, goodMs: number): string {
  const limit = `${goodMs / 1000} s or less`
  return hung.some(({ end }) => end === 'given-up')
    ? `Shorten the timeout to ${limit}`
    : `Set a timeout of ${limit}: no request had one`
}

/** From the last failure of the same query at the same base; an answer since, from any base, makes the request a new query. */
function pauseBefore(timeline: Timeline, { asked, atMs, n }: TimelineRequest): number | undefined {
  const last = timeline.requests.findLast(
    (earlier) =>
      earlier.n < n &&
      earlier.asked.question === asked.question &&
      earlier.asked.client === asked.client &&
      (earlier.endMs ?? Infinity) <= atMs &&
      (isUseful(earlier) || (isUseless(earlier) && earlier.asked.base === asked.base)),
  )
  if (last === undefined || isUseful(last)) return undefined
  return atMs - (last.endMs ?? 0)
}

/** Whether the client took a base into service whose last probe had failed or returned wrong data. */
function acceptsAnything(timeline: Timeline, network: NetworkName, client: number): boolean {
  const own = seriesOf(timeline).filter((series) => series.network === network && series.client === client)
  return own.some(({ probes, serving }) =>
    probes.some(({ base, requests }) =>
      pairsOf(serving).some(([before, request]) => {
        if (request.asked.base !== base || before.asked.base === base) return false
        const probe = requests.findLast(({ endMs }) => (endMs ?? Infinity) <= request.atMs)
        return probe?.end === 'answered' && (probe.fate.met === 'error' || probe.fate.met === 'wrong')
      }),
    ),
  )
}

/** Consecutive error replies without a change of base that show an ignored status. */
const MIN_IGNORED = 5

/** Whether a client that knows other bases stayed until the failing one answered. */
function ignoresStatus(timeline: Timeline, { asked, fate, endMs }: TimelineRequest): boolean {
  if (fate.met !== 'error') return false
  const { client, question } = asked
  const isSame = (later: TimelineRequest) =>
    later.asked.client === client && later.asked.question === question
  const next = timeline.requests.filter((later) => later.atMs >= (endMs ?? Infinity) && isSame(later))
  const answered = next.findIndex((later) => !isUseless(later))
  const failed = next.slice(0, answered === -1 ? undefined : answered + 1)
  return failed.length > MIN_IGNORED && failed.every((later) => later.asked.base === asked.base)
}
