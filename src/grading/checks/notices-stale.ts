import { durationInWords } from '../../kit/text/duration.js'
import { FRESH_MS, isReportedOn, matchesOf } from '../matches.js'
import { isFailed, type TimelineRequest } from '../timeline.js'
import { defineCheck } from './define.js'
import { isActiveAfter, unobservable } from './evidence.js'

export const noticesStale = defineCheck({
  id: 'notices-stale',
  asks: 'age of the data acted upon',
  level: 'MUST',
  weight: 10,
  unit: 'ms',
  good: FRESH_MS,
  fails: 60_000,
  needs: 'old data or requests that fail, and a client that reports the price it acts on',
  about: ({ flaw }) => flaw === 'stale',
  look(timeline) {
    const { requests, observations } = timeline
    const isStale = ({ fate }: TimelineRequest) => fate.flaw === 'stale'
    const met = requests.find(
      (request) =>
        (isStale(request) && isReportedOn(timeline, request.asked)) ||
        (request.atMs >= 0 && isFailed(request)),
    )
    // Clients report no price from replies such as the values of markets.
    if (met === undefined) return requests.some(isStale) ? 'not observable' : 'not exercised'
    if (observations.length === 0) return 'not observable'
    const aged = matchesOf(timeline).filter(({ reading }) => reading === 'good' || reading === 'stale')
    const unlessFailed = unobservable(timeline)
    if (aged.length === 0 || !isActiveAfter(timeline, met)) return unlessFailed ?? 'inconclusive'
    const oldest = aged.reduce((a, b) => ((b.ageMs ?? 0) > (a.ageMs ?? 0) ? b : a))
    const from = requests.find(({ content }) => content === oldest.content)
    return { measured: oldest.ageMs ?? 0, evidence: [from], count: aged.length, unlessFailed }
  },
  says: {
    pass: ({ measured, count }) =>
      `the oldest data of ${count} observations was ${durationInWords(measured)} old when the client acted on it`,
    fail: ({ measured }) =>
      `acted on data that was ${durationInWords(measured)} old. Compare the timestamps of a reply with your clock, and ask another base when they are old`,
    'not exercised': 'no data was old, and no request failed',
    inconclusive:
      'the client acted on no price of a sound reply, or ended when the first reply was old or failed',
    'not observable': 'data was old or missing, and the client does not report what it acts on',
  },
})
