import { groupBy, type NonEmpty } from '../../kit/maps.js'
import { durationInWords } from '../../kit/text/duration.js'
import { generationOf, PRIMARIES, PRIMARY } from '../../market/catalogue/bases.js'
import type { BaseName } from '../../market/catalogue/names.js'
import { type DownTime, downTimesOf, during, timelineEndMs } from '../phases.js'
import { type Series, seriesOf } from '../series.js'
import { isUseful, isUseless, type Requests, type Timeline, type TimelineRequest } from '../timeline.js'
import { decisiveWait, defineCheck } from './define.js'
import { cutShort, momentOf, placeOf, queryOf } from './evidence.js'

/** Share of the good bound that a client must be watched for. */
const WATCHED = 0.9

export const failsBack = defineCheck({
  id: 'fails-back',
  asks: 'first good answer in service from the primary after it recovered',
  level: 'SHOULD',
  weight: 7.5,
  unit: 'ms',
  good: 60_000,
  fails: 300_000,
  needs: 'a primary that served, failed throughout, and recovered before the end, and another base meanwhile',
  look(timeline, bounds) {
    const returns = returnsIn(timeline)
    if (returns.length === 0) return 'not exercised'
    const { wait, isDecided } = decisiveWait(returns, bounds)
    const { last, recoveredMs, tookMs, isOver, evidence } = wait
    if (!isDecided && tookMs < WATCHED * bounds.good) {
      const because = `${placeOf(last)} recovered ${momentOf(recoveredMs)} and had not served ${queryOf(last)} again when the rehearsal ended ${durationInWords(tookMs)} later`
      return cutShort(timeline, bounds, tookMs, because, evidence)
    }
    // A client that stays away for good looks like one that returns late: neither has returned within the cool-down.
    return {
      measured: isOver ? tookMs : Infinity,
      ...wait,
      verdict: isDecided ? undefined : ('warn' as const),
    }
  },
  says: {
    pass: ({ last, tookMs }) => `returned to ${placeOf(last)} ${durationInWords(tookMs)} after it recovered`,
    fail({ last, recoveredMs, tookMs, isOver, probes }) {
      const [lacked, since] = isOver ? ['did not serve', 'for'] : ['never served', 'in']
      const advice =
        probes === 0
          ? 'Probe a base that failed, and move back to it when it has answered a few times'
          : `Act on the probes: ${probes} of them found it healthy`
      return `${placeOf(last)} recovered ${momentOf(recoveredMs)} and ${lacked} ${queryOf(last)} again ${since} ${durationInWords(tookMs)}. ${advice}`
    },
    'not exercised':
      'the primary never failed throughout while it served, or did not recover before the end, or no other base served meanwhile',
  },
})

/** The last outage of each primary that served the client before. */
function returnsIn(timeline: Timeline) {
  const kinds = groupBy(
    seriesOf(timeline),
    ({ client, network, endpoint }) => `${client} ${network} ${endpoint}`,
  )
  return [...kinds.values()].flatMap((series) => returnIn(timeline, series) ?? [])
}

function returnIn(timeline: Timeline, series: NonEmpty<Series>) {
  const endMs = timelineEndMs(timeline)
  const [{ network, endpoint }] = series
  const asked = series[0].serving[0]?.asked.base ?? PRIMARY
  const served = series.flatMap(({ serving }) => serving.filter(isPrimary)).sort((a, b) => a.n - b.n)
  const probes = series.flatMap((one) => one.probes.flatMap(({ requests }) => requests.filter(isPrimary)))
  const lastOf = (down: DownTime) =>
    served.findLast((request) => request.atMs < down.fromMs && isUseful(request))
  const down = downTimesOf(timeline, network, preferredBase(asked), endpoint).findLast(
    (span) => span.toMs < endMs && lastOf(span) !== undefined && isMet(span, [...served, ...probes]),
  )
  const last = down && lastOf(down)
  if (down === undefined || last === undefined) return undefined
  const isAway = (request: TimelineRequest) =>
    request.atMs >= down.fromMs && !isPrimary(request) && isUseful(request)
  if (!series.some(({ serving }) => serving.some(isAway))) return undefined
  const recoveredMs = down.toMs
  const answered = served.find((request) => request.atMs >= recoveredMs && isUseful(request))
  const untilMs = answered?.endMs ?? endMs
  return {
    /** The last request it served before. */
    last,
    recoveredMs,
    tookMs: untilMs - recoveredMs,
    isOver: answered !== undefined,
    /** Probes it answered between its recovery and its return to service. */
    probes: during(probes, { fromMs: recoveredMs, toMs: untilMs }).filter(isUseful).length,
    evidence: [last, answered],
  }
}

/** The base that clients of a service prefer. */
function preferredBase(ofService: BaseName): BaseName {
  return PRIMARIES[generationOf(ofService)]
}

function isPrimary({ asked }: TimelineRequest): boolean {
  return asked.base === preferredBase(asked.base)
}

/** A refused connection carries no request. */
function isMet(down: DownTime, requests: Requests): boolean {
  return down.isRefusing || during(requests, down).some(isUseless)
}
