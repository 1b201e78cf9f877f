import { shareInterval } from '../intervals.js'
import { phaseOf, pollsOf, questionsOf } from '../questions.js'
import { isFailed } from '../timeline.js'
import { defineCheck, share } from './define.js'

const MIN_REQUESTS = 20

export const retryRatio = defineCheck({
  id: 'retry-ratio',
  asks: 'retries / requests over the incident',
  level: 'SHOULD',
  weight: 7.5,
  unit: 'ratio',
  good: 0.1,
  fails: 0.2,
  source: 'Google SRE book; retry budgets of Envoy and Linkerd',
  needs: 'twenty requests in the incident, some of which fail',
  look(timeline) {
    const incident = phaseOf(timeline, 'incident')
    if (incident === undefined) return 'not exercised'
    const isIn = (atMs: number) => atMs >= incident.fromMs && atMs < incident.toMs
    let requests = 0
    let failures = 0
    const retries: number[] = []
    for (const question of questionsOf(timeline))
      for (const poll of pollsOf(question))
        poll.forEach((request, index) => {
          if (!isIn(request.atMs)) return
          requests++
          if (isFailed(request)) failures++
          if (index > 0) retries.push(request.n)
        })
    if (failures === 0) return 'not exercised'
    if (requests < MIN_REQUESTS) return 'inconclusive'
    const interval = shareInterval(retries.length, requests)
    return { measured: retries.length / requests, evidence: retries, requests, interval }
  },
  says: {
    pass: ({ measured, evidence, requests }) =>
      `${evidence.length} of ${requests} requests in the incident were retries, ${share(measured)}`,
    fail: ({ measured, evidence, requests }) =>
      `${evidence.length} of ${requests} requests in the incident were retries, ${share(measured)}`,
    'not exercised': 'no request failed in the incident',
    inconclusive: 'fewer than twenty requests came in the incident',
  },
})
