import { pluralize } from '../../kit/text/pluralize.js'
import { shareInterval } from '../intervals.js'
import { phaseOf, requestsIn } from '../phases.js'
import { pollsOf, questionsOf, retriesIn } from '../polls.js'
import { seriesOf } from '../series.js'
import { isFailed, type Timeline, type TimelineRequest } from '../timeline.js'
import { adviseRetries } from './advice.js'
import { defineCheck, shareInWords } from './define.js'
import { doubtfulAttempts, pollsOn, whereOf } from './evidence.js'

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
    const isIn = ({ atMs }: TimelineRequest) => atMs >= incident.fromMs && atMs < incident.toMs
    const retries: TimelineRequest[] = []
    let requests = 0
    let failures = 0
    const questions = questionsOf(timeline)
    for (const question of questions)
      for (const poll of pollsOf(question)) {
        const during = poll.filter(isIn)
        requests += during.length
        failures += during.filter(isFailed).length
        if (poll.length > 1) retries.push(...retriesIn(poll).filter(isIn))
      }
    if (failures === 0) return 'not exercised'
    const single = retries.length === 0 ? singlePollerIn(timeline) : undefined
    if (single !== undefined) return pollsOn({ requests: single })
    const doubtful = retries.length === 0 ? doubtfulAttempts(questions) : undefined
    if (doubtful !== undefined) return doubtful
    if (requests < MIN_REQUESTS) return 'inconclusive'
    const measured = retries.length / requests
    const timesAsMany = rateRatio(timeline)
    const isHarmless = measured > bounds.good && timesAsMany !== undefined && timesAsMany <= NO_MORE
    const advice = adviseRetries(
      timeline,
      retries,
      'Give retries a budget of 10 % of requests, and fail over instead',
    )
    const evidence = retries.map(({ n }) => n)
    const interval = shareInterval(retries.length, requests)
    return { measured, evidence, interval, isHarmless, requests, timesAsMany, first: retries[0], advice }
  },
  says: {
    pass: ({ measured, evidence, requests, isHarmless, timesAsMany }) =>
      isHarmless
        ? `no more load than before: ${inWords(evidence, requests, measured)}, at ${timesAsMany?.toFixed(2)} times the usual rate`
        : inWords(evidence, requests, measured),
    fail: ({ measured, evidence, requests, first, advice }) =>
      `${inWords(evidence, requests, measured)}, first ${whereOf(first)}. ${advice}`,
    'not exercised': 'no request failed in the incident',
    inconclusive: 'fewer than twenty requests in the incident',
  },
})

function inWords(retries: readonly number[], requests: number, measured: number): string {
  return `${retries.length} of ${pluralize(requests, 'request')} in the incident were retries, ${shareInWords(measured)}`
}

/** A failed request of a client with one base only, and the next one: each poll is its only retry. */
function singlePollerIn(timeline: Timeline): readonly TimelineRequest[] | undefined {
  const series = seriesOf(timeline)
  const bases = new Set(timeline.requests.map(({ asked }) => `${asked.network} ${asked.base}`))
  const networks = new Set(timeline.requests.map(({ asked }) => asked.network))
  if (bases.size > networks.size) return undefined
  for (const { serving } of series) {
    const index = serving.findIndex((request, at) => isFailed(request) && at < serving.length - 1)
    if (index !== -1) return serving.slice(index, index + 2)
  }
  return undefined
}

/** Request rate of the incident over that of the warm-up. */
function rateRatio(timeline: Timeline): number | undefined {
  const [before, during] = (['warm-up', 'incident'] as const).map((name) => {
    const { fromMs, toMs } = phaseOf(timeline, name) ?? { fromMs: 0, toMs: 0 }
    const { length } = requestsIn(timeline, name)
    return { length, rate: length / Math.max(1, toMs - fromMs) }
  })
  return before.length < MIN_BASELINE ? undefined : during.rate / before.rate
}
