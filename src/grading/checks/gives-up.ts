import { getOrCreate, groupBy } from '../../kit/maps.js'
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

/** When a request no longer keeps its client from going on; Infinity without a sign of that. There may be a million. */
function goingOnFrom(timeline: Timeline): (request: TimelineRequest) => number {
  const keyOf = ({ asked }: TimelineRequest) => `${asked.client} ${asked.question}`
  const queries = new Map(
    Array.from(groupBy(timeline.requests, keyOf), ([key, alike]) => {
      return [key, { alike, changes: changesOf(alike), timeoutMs: timeoutOf(alike) }] as const
    }),
  )
  const newer = newerPricesOf(timeline)
  return (request) => {
    const { asked, atMs, endMs, n } = request
    const { alike, changes, timeoutMs } = queries.get(keyOf(request)) ?? NO_QUERY
    const indexAt = (ms: number) => firstIndexOf(alike, (one) => one.atMs > ms)
    const wave = alike.slice(indexAt(atMs - WAVE_MS), indexAt(atMs + WAVE_MS))
    // Some libraries close a connection only with the next request there, after a pause.
    const later = alike[firstIndexOf(alike, (one) => one.n > n)]
    const isClosedLate =
      later?.asked.base === asked.base && Math.abs(later.atMs - (endMs ?? Infinity)) <= WAVE_MS
    // One sent together with it shows nothing until it is answered.
    const together = wave.find((one) => one.asked.base !== asked.base && isUseful(one))
    const after = alike[indexAt(atMs + WAVE_MS)]
    const next =
      after?.asked.base === asked.base ? changes[firstIndexOf(changes, (one) => one.n > after.n)] : after
    const prices = newer.get(`${asked.client} ${asked.endpoint}`) ?? []
    const price = prices[firstIndexOf(prices, ({ sentMs }) => sentMs > atMs)]
    const ends = [isClosedLate ? atMs + timeoutMs : undefined, next?.atMs, together?.endMs, price?.atMs]
    return minOf(ends.map((ms) => ms ?? Infinity))
  }
}

const NO_QUERY = { alike: [], changes: [], timeoutMs: Infinity }

/** Requests to another base than the one before. */
function changesOf(alike: Requests): Requests {
  return alike.filter(({ asked }, index) => index > 0 && alike[index - 1]!.asked.base !== asked.base)
}

/** By client and endpoint, when each price was acted on that is newer than all before. */
function newerPricesOf(timeline: Timeline) {
  const newer = new Map<string, { sentMs: number; atMs: number }[]>()
  const matches = matchesOf(timeline)
  for (const [index, { client, atMs }] of timeline.observations.entries()) {
    const { content } = matches[index]!
    if (content === null) continue
    const prices = getOrCreate(newer, `${client} ${content.endpoint}`, () => [])
    if (content.sentMs > (prices.at(-1)?.sentMs ?? -Infinity)) prices.push({ sentMs: content.sentMs, atMs })
  }
  return newer
}

/** The shortest wait of the requests of a query that were given up. */
function timeoutOf(alike: Requests): number {
  const given = alike.filter(({ end, fate }) => end === 'given-up' && fate.met === 'silent')
  return minOf(given.map(({ atMs, endMs }) => (endMs ?? Infinity) - atMs))
}
