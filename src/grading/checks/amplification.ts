import { groupBy } from '../../kit/maps.js'
import { median } from '../../kit/numbers/lists.js'
import { type Interval, rateRatioInterval } from '../intervals.js'
import { during, phaseOf, secondsIn } from '../phases.js'
import { pollsOf, questionsOf } from '../polls.js'
import { REMEDIES } from '../remedies.js'
import { servingRequestsOf } from '../series.js'
import { isStruck, isUseless, type Timeline } from '../timeline.js'
import { defineCheck } from './define.js'

/** Fewer are no measure, except of a storm. */
const MIN_REQUESTS = 5
/** Fewer show no rhythm. */
const MIN_POLLS = 3
/** Below this length of the incident, a single retry weighs too much. */
const MIN_SECONDS = 10
/** No failover or retry budget explains more: it keeps a base down that would recover. */
const STORM = 5

export const amplification = defineCheck({
  id: 'amplification',
  asks: 'request rate in the incident / at the poll period of the warm-up; a MUST beyond 5 times',
  level: 'SHOULD',
  weight: 10,
  unit: 'ratio',
  good: 1.1,
  fails: 2,
  needs:
    'three polls or five requests in the warm-up, one before a storm, and some without a good reply in an incident of ten seconds',
  look(timeline, bounds) {
    const incident = phaseOf(timeline, 'incident')
    const requests = incident === undefined ? [] : during(servingRequestsOf(timeline), incident)
    const struck = requests.filter((request) => isUseless(request) || isStruck(request))
    if (struck.length === 0) return 'not exercised'
    const usual = usualRateOf(timeline)
    const seconds = secondsIn(timeline, 'incident')
    if (usual.perSecond === 0 || seconds < MIN_SECONDS) return 'inconclusive'
    const rates = [usual.perSecond, requests.length / seconds] as const
    const measured = rates[1] / rates[0]
    const interval = rateRatioInterval(measured, usual.sample, requests.length)
    const isStorm = interval[0] > Math.max(STORM, bounds.fails)
    if (usual.sample < MIN_REQUESTS && !isStorm) return 'inconclusive'
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
      'fewer than three polls in the warm-up, or an incident of less than 10 s. Set a longer --warm-up or --incident',
  },
})

interface UsualRate {
  readonly perSecond: number
  /** Number of requests whose counting error it has; Infinity if the period of polls shows it. */
  readonly sample: number
}

/** The rate of normal operation: requests of a usual poll at its period, which neither a slow start nor an occasional hedge changes. */
function usualRateOf(timeline: Timeline): UsualRate {
  const toMs = phaseOf(timeline, 'warm-up')?.toMs ?? 0
  const byQuery = groupBy(
    questionsOf(timeline),
    ({ requests: [{ asked }] }) => `${asked.client} ${asked.question}`,
  )
  let polled = 0
  let unpaced = 0
  for (const questions of byQuery.values()) {
    const polls = questions.flatMap((question) => [...pollsOf(question)]).filter(([{ atMs }]) => atMs < toMs)
    const [{ periodMs }] = questions
    if (polls.length < MIN_POLLS || periodMs === Infinity) unpaced += polls.flat().length
    else polled += (median(polls.map(({ length }) => length)) * 1000) / periodMs
  }
  const seconds = secondsIn(timeline, 'warm-up')
  const perSecond = polled + unpaced / seconds
  // The variance of a count equals it.
  return { perSecond, sample: (perSecond * seconds) ** 2 / unpaced }
}

function inWords([before, during]: readonly [number, number]): string {
  return `the client sends ${before.toFixed(2)} requests per second in normal operation, and sent ${during.toFixed(2)} in the incident`
}

function rangeInWords([low, high]: Interval): string {
  return `${low.toFixed(1)} to ${high.toFixed(1)} times with 95 % confidence`
}
