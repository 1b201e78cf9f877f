import type { BaseName, NetworkName } from '../../market/catalogue/names.js'
import { seriesOf } from '../series.js'
import { isAnswered, isFailed, type Timeline, type TimelineRequest } from '../timeline.js'
import { clientEndMs } from '../timeouts.js'
import { placeOf } from './evidence.js'

/** Hand-written retries are rarely this fast. */
const LIBRARY_MS = 50

/** For clients that stay at a failing base. */
export function adviseFailover(timeline: Timeline, failed: TimelineRequest): string {
  const { network, client } = failed.asked
  const bases = basesAsked(timeline, network, client)
  if (bases.length === 1)
    return `Ask another base of ${network} when one fails: only ${placeOf(failed)} was ever asked`
  if (acceptsAnything(timeline, network, client))
    return 'Count a probe as good only if its status is 200 and its body has the data that you need'
  if (ignoresStatus(timeline, failed))
    return `Check the status of every reply: the client stayed as if ${failed.fate.status} were an answer`
  return 'Ask another base as soon as one fails'
}

/** For requests repeated too soon or too often. */
export function adviseRetries(
  timeline: Timeline,
  retries: readonly TimelineRequest[],
  otherwise: string,
): string {
  const soon = retries.filter((request) => (pauseBefore(timeline, request) ?? Infinity) <= LIBRARY_MS)
  if (soon.length * 2 > retries.length)
    return `Turn off the retries of the HTTP library, or your own: ${soon.length} came within ${LIBRARY_MS} ms of a failure and are probably the library's`
  return otherwise
}

/** For requests that are awaited too long. */
export function adviseTimeout(hung: readonly TimelineRequest[], goodMs: number): string {
  const limit = `${goodMs / 1000} s or less`
  return hung.some(({ end }) => end === 'given-up')
    ? `Shorten the timeout to ${limit}`
    : `Set a timeout of ${limit}: no request had one`
}

export function basesAsked(
  { requests }: Timeline,
  network: NetworkName,
  client: number,
): readonly BaseName[] {
  const own = requests.filter(({ asked }) => asked.network === network && asked.client === client)
  return [...new Set(own.map(({ asked }) => asked.base))]
}

/** From the last failure of the same query at the same base; an answer since, from any base, makes the request a new query. */
function pauseBefore(timeline: Timeline, { asked, atMs, n }: TimelineRequest): number | undefined {
  const last = timeline.requests.findLast(
    (earlier) =>
      earlier.n < n &&
      earlier.asked.question === asked.question &&
      earlier.asked.client === asked.client &&
      (earlier.endMs ?? Infinity) <= atMs &&
      (isAnswered(earlier) || (isFailed(earlier) && earlier.asked.base === asked.base)),
  )
  if (last === undefined || isAnswered(last)) return undefined
  return atMs - (clientEndMs(timeline, last) ?? 0)
}

/** Whether the client took a base into service whose last probe had failed or returned wrong data. */
function acceptsAnything(timeline: Timeline, network: NetworkName, client: number): boolean {
  return seriesOf(timeline).some(
    (series) =>
      series.network === network &&
      series.client === client &&
      series.probes.some(({ base, requests }) =>
        series.serving.some((request, index) => {
          const isArrival = request.asked.base === base && series.serving[index - 1]?.asked.base !== base
          if (index === 0 || !isArrival) return false
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
  const next = timeline.requests.filter(
    (later) =>
      later.atMs >= (endMs ?? Infinity) &&
      later.asked.client === asked.client &&
      later.asked.question === asked.question,
  )
  const answered = next.findIndex((later) => !isFailed(later))
  const failed = next.slice(0, answered === -1 ? undefined : answered + 1)
  return failed.length > MIN_IGNORED && failed.every((later) => later.asked.base === asked.base)
}
