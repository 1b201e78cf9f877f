/** Places, moments and options in the sentences of checks. */
import { unmatchedReason } from '../matches.js'
import { phaseOf } from '../phases.js'
import type { Sequence } from '../sequences.js'
import type { Observation, Timeline, TimelineRequest } from '../timeline.js'
import { timeInWords, type Unjudged } from './define.js'

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

export function inconclusive(because: string, evidence: readonly number[]): Unjudged {
  return { silence: 'inconclusive', because, evidence }
}

/** Whether the client asked or acted after a request: otherwise nothing shows how it took the reply. */
export function isActiveAfter(
  { requests, observations }: Timeline,
  { n, atMs, asked }: TimelineRequest,
): boolean {
  return (
    requests.some((later) => later.n > n && later.asked.client === asked.client) ||
    observations.some((later) => later.atMs > atMs && later.client === asked.client)
  )
}

/** For a wait cut short by the end: a cool-down that is `missingMs` longer would show it, unless the program has ended. */
export function cutShort(
  timeline: Timeline,
  missingMs: number,
  because: string,
  evidence: readonly number[],
): Unjudged {
  const undecided = inconclusive(because, evidence)
  if (timeline.programs.some(({ exitMs }) => exitMs !== null)) return undecided
  const { fromMs, toMs } = phaseOf(timeline, 'recovery') ?? { fromMs: 0, toMs: 0 }
  const coolDownS = Math.ceil((toMs - fromMs + missingMs) / 1000) + 1
  return { ...undecided, coolDownS }
}

/** For a client that repeats a failed query with its next poll only: such a pause is the poll period. */
export function pollsOn({
  requests: [first, next],
}: {
  readonly requests: readonly TimelineRequest[]
}): Unjudged {
  return {
    silence: 'not exercised',
    because: `no retries: after ${placeOf(first)} failed ${queryOf(first)} ${momentOf(first.atMs)}, the client waited for its next poll, ${timeInWords(next.atMs - first.atMs)} later`,
    evidence: [first.n, next.n],
  }
}

/** For failures at one base that may be polls or attempts. */
export function doubtfulAttempts(
  questions: readonly { readonly sequence: Sequence; readonly periodMs: number }[],
): Unjudged | undefined {
  const failed = questions.flatMap(({ sequence: { doubtful }, periodMs }) =>
    doubtful === undefined ? [] : [{ doubtful, periodMs }],
  )
  const [most] = failed.toSorted((a, b) => b.doubtful.length - a.doubtful.length)
  if (most === undefined) return undefined
  const { doubtful, periodMs } = most
  const [first] = doubtful
  return inconclusive(
    `${doubtful.length} requests for ${queryOf(first)} failed in a row at ${placeOf(first)} from ${momentOf(first.atMs)} on, before the only failover: with pauses about as long as the poll period of ${timeInWords(periodMs)}, they may be polls or attempts. A longer --incident shows which`,
    doubtful.map(({ n }) => n),
  )
}

/** For a client that reports too many prices that appear in no reply. */
export function unobservable(timeline: Timeline): Unjudged | undefined {
  const because = unmatchedReason(timeline)
  return because === undefined ? undefined : { silence: 'not observable', because, evidence: [] }
}
