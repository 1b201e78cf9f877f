import { groupBy } from '../../kit/maps.js'
import { maxBy } from '../../kit/numbers/lists.js'
import { durationInWords } from '../../kit/text/duration.js'
import { servedUntilMs } from '../healthy.js'
import { PRICE_READS } from '../serving.js'
import { lengthOf, type Span, spansBetween, union, within } from '../spans.js'
import { subscribedSpansOf } from '../streams.js'
import type { Timeline, TimelineStream } from '../timeline.js'
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

/** For the streams of a client: each silence, with its longest part without a read. */
function silencesIn(timeline: Timeline, own: readonly TimelineStream[]) {
  const [{ asked }] = own
  const requests = timeline.requests.filter(
    (request) => request.asked.client === asked.client && request.asked.network === asked.network,
  )
  const endMs = servedUntilMs(timeline, requests)
  const subscribed = own.flatMap((stream) => subscribedSpansOf(stream, endMs))
  const frames = own.flatMap((stream) => stream.frames.map(({ atMs }) => atMs))
  const reads = requests
    .filter((request) => PRICE_READS.includes(request.asked.endpoint ?? ''))
    .map(({ atMs }) => atMs)
  const open = union(subscribed)
  const openIn = (span: Span) => lengthOf(within(span, open))
  const spansOf = (times: readonly number[]) =>
    spansBetween(
      [...times, ...subscribed.map(({ fromMs }) => fromMs).slice(0, 1)]
        .filter((ms) => ms <= endMs)
        .sort((a, b) => a - b),
      endMs,
      0,
    )
  return spansOf(frames)
    .filter((silence) => openIn(silence) >= SILENT_MS)
    .flatMap((silence) => {
      const parts = spansOf([...frames, ...reads]).flatMap((part) => within(silence, [part]))
      const longest = maxBy(parts, openIn)
      if (longest === undefined) return []
      const stream = own.findLast(({ openedMs }) => openedMs <= longest.fromMs) ?? own[0]
      return [{ ...longest, lengthMs: openIn(longest), stream }]
    })
}
