import { groupBy, type NonEmpty } from '../../kit/maps.js'
import { maxBy } from '../../kit/numbers/lists.js'
import { durationInWords } from '../../kit/text/duration.js'
import { servedUntilMs } from '../healthy.js'
import { PRICE_READS } from '../reports.js'
import { lengthOf, type Span, spansBetween, union, within } from '../spans.js'
import { isOf, subscribedSpansOf } from '../streams.js'
import type { Requests, Timeline, TimelineStream } from '../timeline.js'
import { defineCheck } from './define.js'
import { momentOf } from './evidence.js'

/** A stream of prices without a frame for that long is silent. */
const SILENT_MS = 5000

export const noticesSilence = defineCheck({
  id: 'notices-silence',
  asks: 'longest time on a silent stream of prices without a read',
  level: 'MUST',
  weight: 10,
  unit: 'ms',
  good: 15_000,
  fails: 15_000,
  source: "GMX's web app: its prices expire after 10 s, and it polls within 5 s",
  needs: 'an open stream, subscribed to prices, that sends none for 5 s',
  about: ({ met, outcome }) => met === 'silent' && (outcome === 'silent' || outcome === 'forget'),
  look(timeline) {
    const { streams = [], requests } = timeline
    const clients = groupBy(streams, ({ asked }) => `${asked.client} ${asked.network}`)
    const silences = [...clients.values()].flatMap((own) => silencesIn(timeline, own))
    const longest = maxBy(silences, ({ lengthMs }) => lengthMs)
    if (longest === undefined) return 'not exercised'
    const { stream, lengthMs, fromMs } = longest
    return { measured: lengthMs, fromMs, evidence: requests.filter(({ n }) => n === stream.n) }
  },
  says: {
    pass: ({ measured }) =>
      `never longer than ${durationInWords(measured)} on a silent stream without a read`,
    fail: ({ measured, fromMs }) =>
      `lived ${durationInWords(measured)} on a stream that sent nothing, since ${momentOf(fromMs)}, and read no price over REST. Let the prices of a frame expire after 10 s, and read REST until frames come again: an open socket proves nothing`,
    'not exercised': 'no stream that was subscribed to prices went silent',
  },
})

/** For the streams of a client: the longest time without a frame or a read, if they went silent. */
function silencesIn(timeline: Timeline, own: NonEmpty<TimelineStream>) {
  const requests = timeline.requests.filter(isOf(own[0].asked))
  const endMs = servedUntilMs(timeline, own[0].asked.client)
  const subscribed = own.flatMap((stream) => subscribedSpansOf(stream, endMs))
  const open = union(subscribed)
  const openIn = (span: Span) => lengthOf(within(span, open))
  const frames = own.flatMap((stream) => stream.frames)
  const reads = requests.filter(({ asked }) => PRICE_READS.includes(asked.endpoint ?? ''))
  const gapsIn = (arrivals: Requests) => {
    const times = [...arrivals.map(({ atMs }) => atMs), ...subscribed.slice(0, 1).map(({ fromMs }) => fromMs)]
    return spansBetween(
      times.filter((ms) => ms <= endMs).sort((a, b) => a - b),
      endMs,
      0,
    )
  }
  const longest = maxBy(gapsIn([...frames, ...reads]), openIn)
  const isSilent = gapsIn(frames).some((gap) => openIn(gap) >= SILENT_MS)
  if (longest === undefined || !isSilent) return []
  const stream = own.findLast(({ openedMs }) => openedMs <= longest.fromMs) ?? own[0]
  return [{ ...longest, lengthMs: openIn(longest), stream }]
}
