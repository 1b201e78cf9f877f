import { type Interval, rateRatioInterval } from '../intervals.js'
import { rateIn, requestsIn, secondsIn } from '../phases.js'
import { REMEDIES } from '../remedies.js'
import { isStruck, isUseless } from '../timeline.js'
import { defineCheck } from './define.js'

/** Fewer are no measure, except of a storm. */
const MIN_REQUESTS = 5
/** Below this length of the incident, a single retry weighs too much. */
const MIN_SECONDS = 10
/** No failover or retry budget explains more: it keeps a base down that would recover. */
const STORM = 5

export const amplification = defineCheck({
  id: 'amplification',
  asks: 'request rate in the incident / in the warm-up; a MUST beyond 5 times',
  level: 'SHOULD',
  weight: 10,
  unit: 'ratio',
  good: 1.1,
  fails: 2,
  needs:
    'five requests in the warm-up, one before a storm, and some without a good reply in an incident of ten seconds',
  look(timeline, bounds) {
    const [before, during] = [requestsIn(timeline, 'warm-up'), requestsIn(timeline, 'incident')]
    const struck = during.filter((request) => isUseless(request) || isStruck(request))
    if (struck.length === 0) return 'not exercised'
    if (before.length === 0 || secondsIn(timeline, 'incident') < MIN_SECONDS) return 'inconclusive'
    const rates = [rateIn(timeline, 'warm-up'), rateIn(timeline, 'incident')]
    const measured = rates[1] / rates[0]
    const interval = rateRatioInterval(measured, before.length, during.length)
    const isStorm = interval[0] > Math.max(STORM, bounds.fails)
    if (before.length < MIN_REQUESTS && !isStorm) return 'inconclusive'
    const level = isStorm ? ('MUST' as const) : undefined
    const isExcess = measured > bounds.good
    return { measured, evidence: struck, rates, interval, level, isExcess }
  },
  says: {
    pass: ({ rates, isExcess, interval }) =>
      isExcess ? `${inWords(rates)}, within the counting error of ${rangeInWords(interval)}` : inWords(rates),
    fail: ({ rates, measured, interval }) =>
      `${inWords(rates)}: ${measured.toFixed(1)} times as many (${rangeInWords(interval)}). ${REMEDIES['retry-less'].sentence}`,
    'not exercised': 'no request of the incident met a fault',
    inconclusive:
      'fewer than five requests in the warm-up, or an incident of less than 10 s. Set a longer --warm-up or --incident',
  },
})

function inWords([before, during]: readonly number[]): string {
  return `the client sent ${before.toFixed(2)} requests per second before and ${during.toFixed(2)} in the incident`
}

function rangeInWords([low, high]: Interval): string {
  return `${low.toFixed(1)} to ${high.toFixed(1)} times with 95 % confidence`
}
