import { durationInWords } from '../../kit/text/duration.js'
import { pluralize } from '../../kit/text/words.js'
import { timelineEndMs } from '../phases.js'
import { clientEndMs, companionsOf } from '../polls.js'
import { servingRequestsOf } from '../series.js'
import { decisiveWait, defineCheck } from './define.js'
import { adviseTimeout, cutShort, momentOf, placeOf, priceInUse, queryOf, whereOf } from './evidence.js'

/** Includes replies that arrive too late: a client that awaits them waits. */
export const givesUp = defineCheck({
  id: 'gives-up',
  asks: 'how long a request that hangs is waited for',
  level: 'MUST',
  weight: 10,
  unit: 'ms',
  good: 5000,
  fails: 10_000,
  source: "GMX's web app: 5 s for candles, 10 s for its probe",
  needs: 'a request, other than a probe, that is never answered',
  about: ({ met }) => met === 'silent',
  look(timeline, bounds) {
    const endMs = timelineEndMs(timeline)
    const hung = servingRequestsOf(timeline).filter(({ fate }) => fate.met === 'silent')
    if (hung.length === 0) return 'not exercised'
    const companions = companionsOf(timeline)
    const waits = hung
      .map((request) => {
        // With the answer of a hedge a client waits no longer, whether or not it cancels the request.
        const hedgedMs = companions.get(request)?.endMs ?? Infinity
        return {
          request,
          isOver: request.end !== 'open' || hedgedMs < Infinity,
          tookMs: Math.max(0, Math.min(clientEndMs(timeline, request) ?? endMs, hedgedMs) - request.atMs),
        }
      })
      .sort((a, b) => b.tookMs - a.tookMs)
    const evidence = waits.map(({ request }) => request)
    const { wait, isDecided } = decisiveWait(waits, bounds)
    if (!isDecided) {
      const because = `the client still waited for ${whereOf(wait.request)} when the rehearsal ended ${durationInWords(wait.tookMs)} later`
      return cutShort(timeline, bounds, wait.tookMs, because, evidence)
    }
    const stale = priceInUse(timeline, wait.request, wait.request.atMs)
    const advice = adviseTimeout(hung, bounds.good)
    return { measured: wait.tookMs, evidence, count: hung.length, ...wait, stale, advice }
  },
  says: {
    pass: ({ measured, count }) =>
      `gave up ${pluralize(count, 'unanswered request')} after ${durationInWords(measured)} at the latest`,
    fail: ({ measured, request, isOver, stale, advice }) =>
      `waited ${durationInWords(measured)}${isOver ? '' : ', until the end,'} for ${queryOf(request)} from ${placeOf(request)}, sent ${momentOf(request.atMs)}${stale}. ${advice}`,
    'not exercised': 'every request was answered or failed',
  },
})
