import { groupBy } from '../../kit/maps.js'
import { firstIndexOf, minOf } from '../../kit/numbers/lists.js'
import { durationInWords } from '../../kit/text/duration.js'
import { pluralize } from '../../kit/text/words.js'
import { matchesOf } from '../matches.js'
import { timelineEndMs } from '../phases.js'
import { servingRequestsOf } from '../series.js'
import { isUseful, type Requests, type Timeline, type TimelineRequest, WAVE_MS } from '../timeline.js'
import { decisiveWait, defineCheck } from './define.js'
import { adviseTimeout, cutShort, momentOf, placeOf, priceInUse, queryOf, whereOf } from './evidence.js'

const DRIP = 'drip'

/** A client has gone on when it asks another base or acts on a newer price, even if it leaves the request open. */
export const givesUp = defineCheck({
  id: 'gives-up',
  asks: 'how long a request that hangs, or whose reply drips, keeps the client from going on',
  level: 'MUST',
  weight: 10,
  unit: 'ms',
  good: 5000,
  fails: 10_000,
  source: "GMX's web app: 5 s for candles, 10 s for its probe",
  needs: 'a request, other than a probe, that is never answered',
  about: ({ met, outcome }) => met === 'silent' || outcome === DRIP,
  look(timeline, bounds) {
    const endMs = timelineEndMs(timeline)
    const hung = servingRequestsOf(timeline).filter(
      ({ fate: { met, outcome } }) => met === 'silent' || outcome === DRIP,
    )
    if (hung.length === 0) return 'not exercised'
    const goingOnMs = goingOnFrom(timeline)
    const waits = hung
      .map((request) => {
        const goesOnMs = goingOnMs(request)
        return {
          request,
          isOver: request.end !== 'open' || goesOnMs < Infinity,
          tookMs: Math.max(0, Math.min(request.endMs ?? endMs, goesOnMs) - request.atMs),
        }
      })
      .sort((a, b) => b.tookMs - a.tookMs)
    const evidence = waits.map(({ request }) => request)
    const { wait, isDecided } = decisiveWait(waits, bounds)
    if (!isDecided) {
      const because = `the client still waited for ${whereOf(wait.request)} when the rehearsal ended ${durationInWords(wait.tookMs)} later`
      return cutShort(timeline, bounds, wait.tookMs, because, evidence)
    }
    const leaks = waits.filter(
      ({ request: { atMs, endMs }, tookMs }) => (endMs ?? Infinity) - atMs > tookMs + bounds.fails,
    ).length
    const stale = priceInUse(timeline, wait.request, wait.request.atMs)
    const advice = adviseTimeout(hung, bounds.good)
    return { measured: wait.tookMs, evidence, count: hung.length, leaks, ...wait, stale, advice }
  },
  says: {
    pass: ({ measured, count, leaks }) =>
      `went on from ${pluralize(count, 'unanswered request')} after ${durationInWords(measured)} at the latest${
        leaks === 0 ? '' : `; ${leaks} stayed open, which leaks sockets: abort a request that nothing awaits`
      }`,
    fail: ({ measured, request, isOver, stale, advice }) =>
      `waited ${durationInWords(measured)}${isOver ? '' : ', until the end,'} for ${queryOf(request)} from ${placeOf(request)}, sent ${momentOf(request.atMs)}${stale}. ${advice}`,
    'not exercised': 'every request was answered or failed',
  },
})

/** When a request no longer keeps its client from going on; Infinity without a sign of that. */
function goingOnFrom(timeline: Timeline): (request: TimelineRequest) => number {
  const keyOf = ({ asked }: TimelineRequest) => `${asked.client} ${asked.question}`
  const queries = groupBy(timeline.requests, keyOf)
  const matches = matchesOf(timeline)
  const acted = timeline.observations.map((one, index) => ({ ...one, content: matches[index].content }))
  const timeouts = new Map(Array.from(queries, ([key, alike]) => [key, timeoutOf(alike)]))
  return (request) => {
    const { asked, atMs, endMs, n } = request
    const alike = queries.get(keyOf(request)) ?? []
    const near = alike.slice(firstIndexOf(alike, (one) => one.atMs >= atMs - WAVE_MS))
    // Some libraries close a connection only with the next request there, after a pause.
    const later = near.find((one) => one.n > n)
    const isClosedLate =
      later?.asked.base === asked.base && Math.abs(later.atMs - (endMs ?? Infinity)) <= WAVE_MS
    const elsewhere = near.filter((one) => one.asked.base !== asked.base)
    // One sent together with it shows nothing until it is answered.
    const next = elsewhere.find((one) => one.atMs > atMs + WAVE_MS)
    const together = elsewhere.find((one) => one.atMs <= atMs + WAVE_MS && isUseful(one))
    const newer = acted.find(
      ({ client, content, ...one }) =>
        client === asked.client &&
        one.atMs > atMs &&
        content?.endpoint === asked.endpoint &&
        content.sentMs > atMs,
    )
    const timeoutMs = isClosedLate ? atMs + (timeouts.get(keyOf(request)) ?? Infinity) : Infinity
    return minOf([timeoutMs, next?.atMs, together?.endMs, newer?.atMs].map((ms) => ms ?? Infinity))
  }
}

/** The shortest wait of the requests of a query that were given up. */
function timeoutOf(alike: Requests): number {
  const given = alike.filter(({ end, fate }) => end === 'given-up' && fate.met === 'silent')
  return minOf(given.map(({ atMs, endMs }) => (endMs ?? Infinity) - atMs))
}
