import { pluralize } from '../../core/pluralize.js'
import type { TimelineRequest } from '../timeline.js'
import { defineCheck } from './define.js'

/** Timers fire a little early at times, and clocks are read at slightly different moments. */
const TOLERANCE_MS = 20

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
  needs: 'a reply with Retry-After',
  look({ requests }) {
    const told = new Map<string, { readonly fromMs: number; readonly untilMs: number }[]>()
    const early: TimelineRequest[] = []
    let replies = 0
    // In the order of what happens: a request that was on its way could not heed a reply that came later.
    for (const request of requests) {
      const { network, base, endpoint, client } = request.asked
      const place = `${client} ${network} ${base} ${endpoint}`
      const { atMs, endMs, end, fate } = request
      const pauses = told.get(place) ?? []
      if (pauses.some(({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs - TOLERANCE_MS))
        early.push(request)
      if (fate.retryAfterMs === null || end !== 'answered' || endMs === null) continue
      replies++
      const live = pauses.filter(({ untilMs }) => untilMs > atMs)
      told.set(place, [...live, { fromMs: endMs, untilMs: endMs + fate.retryAfterMs }])
    }
    if (replies === 0) return 'not exercised'
    return { measured: early.length, evidence: early.map(({ n }) => n), replies }
  },
  says: {
    pass: ({ replies }) =>
      `each of the ${pluralize(replies, 'reply', 'replies')} that asked to wait was heeded`,
    fail: ({ measured, replies }) =>
      `${pluralize(measured, 'request')} came before the time was over that ${pluralize(replies, 'reply', 'replies')} had asked to wait`,
    'not exercised': 'no reply bore a Retry-After',
  },
})
