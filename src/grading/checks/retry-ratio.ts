import { pluralize } from '../../kit/text/words.js'
import { shareInterval } from '../intervals.js'
import { during, phaseOf, rateIn, requestsIn } from '../phases.js'
import { pollsOf, questionsOf, retriesIn } from '../polls.js'
import { seriesOf } from '../series.js'
import { isFailed, type Requests, type Timeline, type TimelineRequest } from '../timeline.js'
import { defineCheck, shareInWords, type Unjudged } from './define.js'
import { adviseRetries, doubtfulAttempts, pollsOn, whereOf } from './evidence.js'

const MIN_REQUESTS = 20
/** Fewer requests are no baseline. */
const MIN_BASELINE = 5
/** Near the good bound of `amplification`, and the tolerance of timers: below it the load is no higher than before. */
const NO_MORE = 1.15

export const retryRatio = defineCheck({
  id: 'retry-ratio',
  asks: 'retries / requests over the incident',
  level: 'SHOULD',
  weight: 10,
  unit: 'ratio',
  good: 0.1,
  fails: 0.2,
  source: 'Google SRE book; retry budgets of Envoy and Linkerd',
  needs: 'twenty requests in the incident, some of which fail, from a client that retries or can fail over',
  look(timeline, bounds) {
    const incident = phaseOf(timeline, 'incident')
    if (incident === undefined) return 'not exercised'
    const questions = questionsOf(timeline)
    const retries: TimelineRequest[] = []
    let requests = 0
    let hasFailed = false
    // Polls are gone through one by one, as there may be a million.
    for (const question of questions)
      for (const poll of pollsOf(question)) {
        const asked = during(poll, incident)
        requests += asked.length
        hasFailed ||= asked.some(isFailed)
        if (poll.length > 1) retries.push(...during(retriesIn(poll), incident))
      }
    if (!hasFailed) return 'not exercised'
    if (retries.length === 0) {
      const silence = singlePollerIn(timeline) ?? doubtfulAttempts(questions)
      if (silence !== undefined) return silence
    }
    if (requests < MIN_REQUESTS) return 'inconclusive'
    const measured = retries.length / requests
    const timesAsMany = rateRatio(timeline)
    const isHarmless = measured > bounds.good && timesAsMany !== undefined && timesAsMany <= NO_MORE
    const budget = 'Give retries a budget of 10 % of requests, and fail over instead'
    const advice = adviseRetries(timeline, retries, budget)
    const interval = shareInterval(retries.length, requests)
    return { measured, evidence: retries, interval, isHarmless, requests, timesAsMany, advice }
  },
  says: {
    pass: ({ measured, evidence, requests, isHarmless, timesAsMany }) =>
      isHarmless
        ? `no more load than before: ${inWords(evidence, requests, measured)}, at ${timesAsMany?.toFixed(2)} times the usual rate`
        : inWords(evidence, requests, measured),
    fail: ({ measured, evidence, requests, advice }) =>
      `${inWords(evidence, requests, measured)}, first ${whereOf(evidence[0])}. ${advice}`,
    'not exercised': 'no request failed in the incident',
    inconclusive: 'fewer than twenty requests in the incident',
  },
})

function inWords(retries: Requests, requests: number, measured: number): string {
  return `${retries.length} of ${pluralize(requests, 'request')} in the incident were retries, ${shareInWords(measured)}`
}

/** A failed request of a client with one base only, and the next one: each poll is its only retry. */
function singlePollerIn(timeline: Timeline): Unjudged | undefined {
  const bases = new Set(timeline.requests.map(({ asked }) => `${asked.network} ${asked.base}`))
  const networks = new Set(timeline.requests.map(({ asked }) => asked.network))
  if (bases.size > networks.size) return undefined
  for (const { serving } of seriesOf(timeline)) {
    const index = serving.findIndex((request, at) => isFailed(request) && at < serving.length - 1)
    if (index >= 0) return pollsOn({ requests: serving.slice(index, index + 2) })
  }
  return undefined
}

/** Request rate of the incident over that of the warm-up. */
function rateRatio(timeline: Timeline): number | undefined {
  return requestsIn(timeline, 'warm-up').length < MIN_BASELINE
    ? undefined
    : rateIn(timeline, 'incident') / rateIn(timeline, 'warm-up')
}
