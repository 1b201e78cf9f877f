import { pluralize } from '../../kit/text/pluralize.js'
import { TIMER_TOLERANCE_MS, type TimelineRequest } from '../timeline.js'
import { adviseRetries } from './advice.js'
import { defineCheck, timeInWords } from './define.js'
import { momentOf, placeOf, queryOf } from './evidence.js'

export const retryAfter = defineCheck({
  id: 'retry-after',
  asks: 'requests to a base and endpoint before its Retry-After was over',
  level: 'MUST',
  weight: 10,
  unit: 'requests',
  good: 0,
  fails: 1,
  failsAt: true,
  source: 'RFC 9110, 10.2.3',
  needs: 'a reply with Retry-After, in seconds or as a date',
  look(timeline) {
    const pausesBy = new Map<string, Pause[]>()
    const early: { readonly request: TimelineRequest; readonly pause: Pause }[] = []
    let replies = 0
    // In order of arrival: a request already sent cannot honour a later reply.
    for (const request of timeline.requests) {
      const { network, base, endpoint, client } = request.asked
      const place = `${client} ${network} ${base} ${endpoint}`
      const { atMs, endMs, end, fate } = request
      const pauses = pausesBy.get(place) ?? []
      const pause = pauses.find(
        ({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs - TIMER_TOLERANCE_MS,
      )
      if (pause !== undefined) early.push({ request, pause })
      if (fate.retryAfterMs === null || end !== 'answered' || endMs === null) continue
      replies++
      const live = pauses.filter(({ untilMs }) => untilMs > atMs)
      pausesBy.set(place, [...live, { by: request, fromMs: endMs, untilMs: endMs + fate.retryAfterMs }])
    }
    if (replies === 0) return 'not exercised'
    const requests = early.map(({ request }) => request)
    const advice = adviseRetries(
      timeline,
      requests,
      'Read Retry-After, in seconds or as a date, and leave that base alone until then',
    )
    return { measured: early.length, evidence: requests.map(({ n }) => n), replies, first: early[0], advice }
  },
  says: {
    pass: ({ replies }) => `honoured Retry-After of ${pluralize(replies, 'reply', 'replies')}`,
    fail: ({ measured, first: { request, pause }, advice }) =>
      `${pluralize(measured, 'request')} ignored Retry-After: ${momentOf(pause.fromMs)} ${placeOf(request)} asked to wait ${timeInWords(pause.untilMs - pause.fromMs)}, and was asked for ${queryOf(request)} again ${timeInWords(request.atMs - pause.fromMs)} later. ${advice}`,
    'not exercised': 'no reply had a Retry-After header',
  },
})

interface Pause {
  readonly by: TimelineRequest
  readonly fromMs: number
  readonly untilMs: number
}
