/** Places, moments, options and advice in the sentences of checks. */

import { unmatchedReason } from '../matches.js'
import { secondsIn } from '../phases.js'
import {
  basesAsked,
  isUseless,
  type Observation,
  type Requests,
  type Timeline,
  type TimelineRequest,
} from '../timeline.js'
import { toleratedMs } from '../tolerance.js'
import { type Advice, advise, type Bounds, type Evidence, type Unjudged } from './define.js'

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

/** For clients without an answer from `failed` to the moment `untilMs`. */
export function adviseFailover(timeline: Timeline, failed: TimelineRequest, untilMs: number): Advice {
  const { network, base, client, question } = failed.asked
  const own = timeline.requests.filter(({ asked }) => asked.network === network && asked.client === client)
  if (basesAsked(own).length === 1)
    return advise(
      'fail-over',
      `Ask another base of ${network} when one fails: only ${placeOf(failed)} was ever asked`,
    )
  const failedToo = own.filter(
    (request) =>
      request.asked.question === question &&
      request.n > failed.n &&
      (request.endMs ?? Infinity) < untilMs &&
      isUseless(request),
  )
  if (failedToo.some(({ asked }) => asked.base !== base))
    return advise(
      'cap-backoff',
      `Cap the backoff of each base at a few seconds: ${basesAsked(failedToo).join(' and ')} failed meanwhile, and another one was left alone`,
    )
  if (ignoresStatus(timeline, failed))
    return advise(
      'check-replies',
      `Check the status of every reply: the client stayed as if ${failed.fate.status} were an answer`,
    )
  return advise('fail-over')
}

/** For clients that stay at a base that sends bad data with status 200. */
export function adviseCheck({ fate }: TimelineRequest): Advice {
  return fate.flaw === 'stale'
    ? advise('check-age')
    : advise(
        'check-replies',
        'Check status, shape and age of each reply, and ask another base when one of them is wrong',
      )
}

/** For requests that are awaited too long. */
export function adviseTimeout(hung: Requests, goodMs: number): string {
  const limit = `${goodMs / 1000} s or less`
  return hung.some(({ end }) => end === 'given-up')
    ? `Shorten the timeout to ${limit}`
    : `Set a timeout of ${limit}: no request had one`
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
