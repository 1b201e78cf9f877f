import { downTimesOf, endOf, isDown, questionsOf } from '../questions.js'
import { isAnswered, type Timeline, type TimelineRequest } from '../timeline.js'
import { defineCheck, timeInWords } from './define.js'

const FAILS_MS = 10_000

export const answersAgain = defineCheck({
  id: 'answers-again',
  asks: 'first good answer after a base has died (reset, close, refuse, 5xx, 429)',
  level: 'MUST',
  weight: 10,
  unit: 'ms',
  good: 2000,
  fails: FAILS_MS,
  source: "probe limit of GMX's web app",
  needs: 'a request that fails at once while another base is well',
  look(timeline) {
    const outages = [...outagesIn(timeline), ...refusalsIn(timeline)]
    if (outages.length === 0) return 'not exercised'
    // One that is still open at the end, too short to say, says nothing.
    const told = outages.filter(
      ({ tookMs, restMs }) => tookMs < Number.POSITIVE_INFINITY || restMs > FAILS_MS,
    )
    if (told.length === 0) return 'inconclusive'
    const worst = told.reduce((a, b) => (b.tookMs > a.tookMs ? b : a))
    return {
      measured: worst.tookMs,
      evidence: [worst.failed.n, ...(worst.answered === undefined ? [] : [worst.answered.n])],
      ...worst,
    }
  },
  says: {
    pass: ({ failed, answered, tookMs }) =>
      `${timeInWords(tookMs)} after ${placeOf(failed)} had died, ${answered === undefined ? 'nobody' : placeOf(answered)} answered`,
    fail: ({ failed, answered, tookMs, restMs }) =>
      answered === undefined
        ? `after ${placeOf(failed)} had died no good answer came in the ${timeInWords(restMs)} that were left`
        : `it took ${timeInWords(tookMs)} after ${placeOf(failed)} had died to get an answer, from ${placeOf(answered)}`,
    'not exercised': 'no base died while another was well',
    inconclusive: 'a base died too shortly before the end',
  },
})

interface Outage {
  readonly failed: TimelineRequest
  readonly answered?: TimelineRequest
  readonly tookMs: number
  readonly restMs: number
}

/** For each endpoint of each network the first failures after an answer, and the answer after them. */
function outagesIn(timeline: Timeline): Outage[] {
  const endMs = endOf(timeline)
  const open = new Map<string, TimelineRequest>()
  const over: Outage[] = []
  for (const request of timeline.requests) {
    const { network, endpoint, client } = request.asked
    const place = `${client} ${network} ${endpoint}`
    const failed = open.get(place)
    if (failed === undefined) {
      if (isDeath(request) && hasOtherBase(timeline, request)) open.set(place, request)
    } else if (isAnswered(request)) {
      open.delete(place)
      over.push({ failed, answered: request, tookMs: sinceMs(failed, request.endMs ?? endMs), restMs: 0 })
    }
  }
  for (const failed of open.values())
    over.push({ failed, tookMs: Number.POSITIVE_INFINITY, restMs: sinceMs(failed, endMs) })
  return over
}

/**
 * A connection that is refused brings no request. A client that used the base until then is expected elsewhere when it
 * would have asked next.
 */
function refusalsIn(timeline: Timeline): Outage[] {
  const endMs = endOf(timeline)
  return questionsOf(timeline).flatMap(({ periodMs, requests }) => {
    const { network, endpoint } = requests[0].asked
    return timeline.bases[network].flatMap((base) =>
      downTimesOf(timeline, network, base, endpoint).flatMap(({ isRefusing, fromMs }) => {
        const failed = requests.findLast(({ atMs }) => atMs < fromMs)
        if (
          !isRefusing ||
          failed?.asked.base !== base ||
          !hasOtherBase(timeline, { ...failed, endMs: fromMs })
        )
          return []
        const dueMs = Math.max(fromMs, periodMs === Number.POSITIVE_INFINITY ? 0 : failed.atMs + periodMs)
        const answered = requests.find((request) => request.atMs >= fromMs && isAnswered(request))
        const restMs = Math.max(0, endMs - dueMs)
        if (answered === undefined) return [{ failed, tookMs: Number.POSITIVE_INFINITY, restMs }]
        return [{ failed, answered, tookMs: Math.max(0, (answered.endMs ?? endMs) - dueMs), restMs: 0 }]
      }),
    )
  })
}

/** A failure that the client need not wait for. */
function isDeath({ fate: { met, status }, end }: TimelineRequest): boolean {
  if (end !== 'answered') return false
  return met === 'broken' || (met === 'error' && (status === 429 || (status ?? 500) >= 500))
}

function hasOtherBase(timeline: Timeline, { asked, endMs }: TimelineRequest): boolean {
  const { network, base, endpoint } = asked
  return timeline.bases[network].some(
    (other) => other !== base && !isDown(timeline, network, other, endpoint, endMs ?? 0),
  )
}

function sinceMs({ endMs, atMs }: TimelineRequest, untilMs: number): number {
  return Math.max(0, untilMs - (endMs ?? atMs))
}

function placeOf({ asked: { network, base } }: TimelineRequest): string {
  return `${network} ${base}`
}
