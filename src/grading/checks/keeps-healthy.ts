import { groupBy } from '../../kit/maps.js'
import { durationInWords } from '../../kit/text/duration.js'
import { during, phaseOf } from '../phases.js'
import { servingRequestsOf } from '../series.js'
import { isAnswered, isFailed, type Requests, type Timeline } from '../timeline.js'
import { defineCheck, YES_NO } from './define.js'
import { momentOf, placeOf, queryOf } from './evidence.js'

/** Time without a request, with a minimum of requests to others, after which a base counts as abandoned. */
const GIVEN_UP_MS = 15_000
const MIN_REQUESTS = 10

/**
 * A client that blames the wrong base abandons the one that serves it. Symptom: a base that answered everything receives no more requests
 * while another still fails, and the client has not returned to its preferred base.
 */
export const keepsHealthy = defineCheck({
  id: 'keeps-healthy',
  asks: 'a base that did not fail stays in use while another one fails',
  level: 'SHOULD',
  weight: 5,
  ...YES_NO,
  needs: 'a base that answers while another one fails',
  look(timeline) {
    const used = healthyIn(timeline)
    if (used.length === 0) return 'not exercised'
    const dropped = used.filter(({ isDropped }) => isDropped)
    const evidence = dropped.map(({ last }) => last)
    return { measured: dropped.length === 0 ? 1 : 0, evidence, used, dropped }
  },
  says: {
    pass: ({ used }) =>
      `${[...new Set(used.map(({ last }) => placeOf(last)))].join(', ')} answered and stayed in use`,
    fail: ({ dropped: [{ last, idleMs }] }) =>
      `dropped ${placeOf(last)}, which had answered everything, after ${queryOf(last)} ${momentOf(last.atMs)} and for ${durationInWords(idleMs)}, while other requests failed. Charge a failure to the base that the request went to`,
    'not exercised': 'no base answered while another one failed',
  },
})

/** Bases that answered throughout the incident, and whether they were abandoned before the failing ones recovered. */
function healthyIn(timeline: Timeline) {
  const incident = phaseOf(timeline, 'incident')
  if (incident === undefined) return []
  const clients = groupBy(servingRequestsOf(timeline), ({ asked }) => `${asked.client} ${asked.network}`)
  return [...clients.values()].flatMap((requests) => {
    const meanwhile = during(requests, incident)
    const firstFailed = meanwhile.find(isFailed)
    const lastFailed = meanwhile.findLast(isFailed)
    if (firstFailed === undefined || lastFailed === undefined) return []
    const preferred = requests.findLast((request) => request.atMs < firstFailed.atMs && isAnswered(request))
      ?.asked.base
    const since = meanwhile.filter(({ atMs }) => atMs >= firstFailed.atMs)
    return [...groupBy(since, ({ asked }) => asked.base).values()].flatMap((there) => {
      const last = there[there.length - 1]
      if (there.some(isFailed) || !isInUse(there, since)) return []
      const after = since.filter(({ atMs }) => atMs > last.atMs && atMs <= lastFailed.atMs)
      const returned = after.filter((request) => request.asked.base === preferred && isAnswered(request))
      const idleMs = lastFailed.atMs - last.atMs
      const isDropped =
        idleMs >= GIVEN_UP_MS && after.length >= MIN_REQUESTS && returned.length * 2 < after.length
      return [{ last, isDropped, idleMs }]
    })
  })
}

/** A failover follows a failure at once. */
const FAILOVER_MS = 250

/** Whether a base served: a lone answer that no failure led to is a probe that a busy machine sent out of its rhythm. */
function isInUse(there: Requests, all: Requests): boolean {
  const [first, ...others] = there.filter(isAnswered)
  if (first === undefined || others.length > 0) return first !== undefined
  return all.some((request) => {
    const pauseMs = first.atMs - (request.endMs ?? Infinity)
    return isFailed(request) && pauseMs >= 0 && pauseMs <= FAILOVER_MS
  })
}
