import { phaseOf } from '../questions.js'
import { isAnswered, isFailed, type Timeline, type TimelineRequest } from '../timeline.js'
import { defineCheck, timeInWords, YES_NO } from './define.js'

/** So long without a request, and with so many to others, and a base is given up. */
const GIVEN_UP_MS = 15_000
const MIN_REQUESTS = 10

/**
 * A client that charges a failure to the wrong base drops the one that serves it. Seen from outside: a base that answered
 * all it was asked is asked no more, while the one that fails still fails and others are asked in its place.
 */
export const keepsHealthy = defineCheck({
  id: 'keeps-healthy',
  asks: 'a base that did not fail goes on being used when another one fails',
  level: 'SHOULD',
  weight: 5,
  ...YES_NO,
  needs: 'a base that answers while another one fails',
  look(timeline) {
    const used = healthyIn(timeline)
    if (used.length === 0) return 'not exercised'
    const dropped = used.filter(({ isDropped }) => isDropped)
    return {
      measured: dropped.length === 0 ? 1 : 0,
      evidence: dropped.map(({ last }) => last.n),
      used,
      dropped,
    }
  },
  says: {
    pass: ({ used }) => `${used.map(({ place }) => place).join(', ')} answered and went on being used`,
    fail: ({ dropped: [{ place, idleMs }] }) =>
      `${place} answered all it was asked, and was left alone for ${timeInWords(idleMs)} while requests failed elsewhere`,
    'not exercised': 'no base answered while another one failed',
  },
})

interface Healthy {
  readonly place: string
  readonly last: TimelineRequest
  readonly isDropped: boolean
  readonly idleMs: number
}

/** The bases that answered during the incident and did not fail, and whether they were dropped before the failing ones were well. */
function healthyIn(timeline: Timeline): Healthy[] {
  const incident = phaseOf(timeline, 'incident')
  if (incident === undefined) return []
  return Object.entries(timeline.bases).flatMap(([network, bases]) => {
    const during = timeline.requests.filter(
      ({ asked, atMs }) => asked.network === network && atMs >= incident.fromMs && atMs < incident.toMs,
    )
    const firstFailed = during.find(isFailed)
    const lastFailed = during.findLast(isFailed)
    if (firstFailed === undefined || lastFailed === undefined) return []
    const since = during.filter(({ atMs }) => atMs >= firstFailed.atMs)
    return bases.flatMap((base) => {
      const there = since.filter(({ asked }) => asked.base === base)
      const last = there.at(-1)
      if (last === undefined || there.some(isFailed) || !there.some(isAnswered)) return []
      const after = since.filter(({ atMs }) => atMs > last.atMs && atMs <= lastFailed.atMs)
      const idleMs = lastFailed.atMs - last.atMs
      const isDropped = idleMs >= GIVEN_UP_MS && after.length >= MIN_REQUESTS
      return [{ place: `${network} ${base}`, last, isDropped, idleMs }]
    })
  })
}
