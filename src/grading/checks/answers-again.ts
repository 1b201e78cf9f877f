import { groupBy } from '../../kit/maps.js'
import { firstIndexOf } from '../../kit/numbers/lists.js'
import { durationInWords } from '../../kit/text/duration.js'
import { downTimesOf, hasOtherBase, timelineEndMs } from '../phases.js'
import { questionsOf } from '../polls.js'
import { isIgnored } from '../reports.js'
import { servingRequestsOf } from '../series.js'
import {
  isRefused,
  isUseful,
  type Requests,
  type Timeline,
  type TimelineRequest,
  WAVE_MS,
} from '../timeline.js'
import { decisiveWait, defineCheck } from './define.js'
import { adviseFailover, cutShort, momentOf, placeOf, priceInUse, queryOf } from './evidence.js'

/**
 * Judges what helped: another base, or a repeated request at one that fails intermittently. A client that only the end of the fault helped
 * has not failed over, however short the fault was.
 */
export const answersAgain = defineCheck({
  id: 'answers-again',
  asks: 'first good answer after a base failed (reset, close, refuse, error status, bad data)',
  level: 'MUST',
  weight: 10,
  unit: 'ms',
  good: 2000,
  fails: 10_000,
  source: "probe limit of GMX's web app",
  needs: 'a request that fails at once while another base is healthy',
  about: ({ met, certificate }) => certificate === undefined && (met === 'error' || met === 'broken'),
  look(timeline, bounds) {
    const outages = [...outagesIn(timeline), ...refusalsIn(timeline)]
    if (outages.length === 0) return 'not exercised'
    const helpless = outages.filter(({ isHelpedByEnd }) => isHelpedByEnd)
    const { wait, isDecided } = decisiveWait(helpless.length > 0 ? helpless : outages, bounds)
    const { failed, failedMs, answered, tookMs, isOver, isHelpedByEnd } = wait
    const evidence = [failed, answered]
    if (!isDecided && !isHelpedByEnd) {
      const because = `${placeOf(failed)} failed ${queryOf(failed)} ${momentOf(failedMs)}, and the rehearsal ended ${durationInWords(tookMs)} later without an answer`
      return cutShort(timeline, bounds, tookMs, because, evidence)
    }
    const stale = priceInUse(timeline, failed, failedMs)
    const advice = adviseFailover(timeline, failed, answered?.endMs ?? Infinity)
    const verdict = isHelpedByEnd ? ('fail' as const) : undefined
    return { measured: isOver ? tookMs : Infinity, evidence, ...wait, verdict, stale, ...advice }
  },
  says: {
    pass({ failed, failedMs, answered = failed, tookMs }) {
      if (answered.asked.base === failed.asked.base)
        return `${placeOf(failed)} answered again ${durationInWords(tookMs)} after it failed`
      if (answered.endMs !== null && answered.endMs <= failedMs)
        return `${placeOf(answered)}, asked together with ${placeOf(failed)}, answered before that failed`
      return answered.atMs < failedMs
        ? `${placeOf(answered)}, asked together with ${placeOf(failed)}, answered ${durationInWords(tookMs)} after that had failed`
        : `failed over to ${placeOf(answered)} in ${durationInWords(tookMs)}`
    },
    fail: ({ failed, failedMs, answered, tookMs, isHelpedByEnd, stale, advice }) =>
      isHelpedByEnd
        ? `only the end of the fault helped: ${placeOf(failed)} failed ${queryOf(failed)} ${momentOf(failedMs)}, and nothing answered until it did again ${durationInWords(tookMs)} later${stale}. ${advice}`
        : `no answer to ${queryOf(failed)} for ${durationInWords(tookMs)} after ${placeOf(failed)} failed ${momentOf(failedMs)}${
            answered === undefined ? '' : `, until ${placeOf(answered)} answered`
          }${stale}. ${advice}`,
    'not exercised': 'no base failed at once while another one was healthy',
  },
})

/** More than a client with several bases sends at once. */
const MAX_TOGETHER = 20

type Outage = ReturnType<typeof outageOf>

/** For each endpoint of each network the first failures after an answer, and the answer after them. */
function outagesIn(timeline: Timeline): Outage[] {
  const kinds = groupBy(
    servingRequestsOf(timeline),
    ({ asked: { client, network, endpoint } }) => `${client} ${network} ${endpoint}`,
  )
  return [...kinds.values()].flatMap((alike) => {
    const outages: Outage[] = []
    let failed: TimelineRequest | undefined
    for (const [index, request] of alike.entries()) {
      const endMs = request.endMs ?? request.atMs
      if (
        failed !== undefined &&
        isUseful(request) &&
        !isProbe(timeline, request, failed, alike[index + 1])
      ) {
        outages.push(outageOf(timeline, failed, failed.endMs ?? failed.atMs, request))
        failed = undefined
      } else if (failed === undefined && isDeath(request) && hasOtherBase(timeline, request.asked, endMs)) {
        const companion = companionOf(alike, index)
        if (companion === undefined) failed = request
        else outages.push(outageOf(timeline, request, endMs, companion))
      }
    }
    if (failed !== undefined) outages.push(outageOf(timeline, failed, failed.endMs ?? failed.atMs))
    // A client that left the base during the fault repeats requests there before it leaves it again.
    return outages.map((outage) => {
      const isSame = ({ failed, faultEndsMs }: Outage) =>
        failed.asked.base === outage.failed.asked.base && faultEndsMs === outage.faultEndsMs
      return outage.isHelpedByEnd && outages.some((other) => isSame(other) && hasFailedOver(other))
        ? { ...outage, isHelpedByEnd: false }
        : outage
    })
  })
}

/** Whether a client that reports prices acted on none of an answer, and asked the failed base next. */
function isProbe(
  timeline: Timeline,
  request: TimelineRequest,
  { asked: { base } }: TimelineRequest,
  next: TimelineRequest | undefined,
): boolean {
  return isIgnored(timeline, request) && request.asked.base !== base && next?.asked.base === base
}

function hasFailedOver({ failed, answered, faultEndsMs }: Outage): boolean {
  return answered !== undefined && answered.asked.base !== failed.asked.base && answered.atMs < faultEndsMs
}

/** An answer from another base that was asked just before: a later one is an answer like any other. */
function companionOf(alike: Requests, index: number): TimelineRequest | undefined {
  const { asked, atMs } = alike[index]!
  const from = firstIndexOf(alike, (one) => one.atMs >= atMs - WAVE_MS)
  return alike
    .slice(Math.max(from, index - MAX_TOGETHER), index)
    .findLast(
      (one) => one.asked.base !== asked.base && one.asked.question === asked.question && isUseful(one),
    )
}

function outageOf(timeline: Timeline, failed: TimelineRequest, failedMs: number, answered?: TimelineRequest) {
  const { network, base, endpoint } = failed.asked
  const tookMs = Math.max(0, (answered?.endMs ?? timelineEndMs(timeline)) - failedMs)
  const fault = downTimesOf(timeline, network, base, endpoint).find(
    ({ fromMs, toMs }) => failedMs >= fromMs && failed.atMs < toMs,
  )
  const faultEndsMs = fault?.toMs ?? Infinity
  const isHelpedByEnd = answered?.asked.base === base && answered.atMs >= faultEndsMs
  return { failed, failedMs, tookMs, isOver: answered !== undefined, answered, faultEndsMs, isHelpedByEnd }
}

/** A refused connection carries no request. A client that used the base before is expected elsewhere at its next poll. */
function refusalsIn(timeline: Timeline): Outage[] {
  return questionsOf(timeline).flatMap(({ periodMs, requests }) => {
    const { network, endpoint } = requests[0].asked
    return timeline.bases[network]!.flatMap((base) =>
      downTimesOf(timeline, network, base, endpoint).flatMap(({ isRefusing, fromMs }): Outage[] => {
        const failed = requests.findLast(({ atMs }) => atMs < fromMs)
        if (!isRefusing || failed?.asked.base !== base || !hasOtherBase(timeline, failed.asked, fromMs))
          return []
        const failedMs = Math.max(fromMs, periodMs === Infinity ? 0 : failed.atMs + periodMs)
        const answered = requests.find((request) => request.atMs >= fromMs && isUseful(request))
        return [outageOf(timeline, failed, failedMs, answered)]
      }),
    )
  })
}

/** A failure that the client need not await. Neither old values that hold no prices nor a path that the API lacks are failures of a base. */
function isDeath(request: TimelineRequest): boolean {
  const { asked, fate, end, content } = request
  if (end !== 'answered' || (asked.endpoint === null && fate.rule === null)) return false
  if (fate.met === 'wrong') return fate.flaw === null || content !== null
  return fate.met === 'broken' || (fate.met === 'error' && !isRefused(request))
}
