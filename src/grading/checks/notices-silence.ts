import { groupBy, type NonEmpty } from '../../kit/maps.js'
import { durationInWords } from '../../kit/text/duration.js'
import { servedUntilMs } from '../healthy.js'
import { PRICE_READS } from '../reports.js'
import { lengthOf, spansBetween, union, within } from '../spans.js'
import { isOf, subscribedSpansOf } from '../streams.js'
import type { Requests, Timeline, TimelineRequest, TimelineStream } from '../timeline.js'
import { decisiveWait, defineCheck } from './define.js'
import { cutShort, momentOf } from './evidence.js'

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
  look(timeline, bounds) {
    const { streams = [], requests } = timeline
    const clients = groupBy(streams, ({ asked }) => `${asked.client} ${asked.network}`)
    const waits = [...clients.values()].flatMap((own) => waitsIn(timeline, own))
    if (waits.length === 0) return 'not exercised'
    const { wait, isDecided } = decisiveWait(waits, bounds)
    const { stream, tookMs, fromMs } = wait
    const evidence = requests.filter(({ n }) => n === stream.n)
    const because = `a stream fell silent ${durationInWords(tookMs)} before the end of the run`
    if (!isDecided) return cutShort(timeline, bounds, tookMs, because, evidence)
    return { measured: tookMs, fromMs, evidence }
  },
  says: {
    pass: ({ measured }) =>
      `never longer than ${durationInWords(measured)} on a silent stream without a read`,
    fail: ({ measured, fromMs }) =>
      `lived ${durationInWords(measured)} on a stream that sent nothing, since ${momentOf(fromMs)}, and read no price over REST. Let the prices of a frame expire after 10 s, and read REST until frames come again: an open socket proves nothing`,
    'not exercised': 'no stream that was subscribed to prices went silent',
  },
})

/** The times without a frame or a read while the streams of a client were silent. */
function waitsIn(timeline: Timeline, own: NonEmpty<TimelineStream>) {
  const { asked } = own[0]
  const endMs = servedUntilMs(timeline, asked.client)
  const subscribed = own.flatMap((stream) => subscribedSpansOf(stream, endMs))
  const open = union(subscribed)
  const frames = own.flatMap((stream) => stream.frames)
  const isRead = ({ asked: { endpoint } }: TimelineRequest) => PRICE_READS.includes(endpoint ?? '')
  const reads = timeline.requests.filter(isOf(asked)).filter(isRead)
  const gapsIn = (arrivals: Requests) => {
    const times = [...arrivals.map(({ atMs }) => atMs), ...subscribed.slice(0, 1).map(({ fromMs }) => fromMs)]
    return spansBetween(
      times.filter((ms) => ms <= endMs).sort((a, b) => a - b),
      endMs,
      0,
    )
  }
  const silent = gapsIn(frames).filter((gap) => lengthOf(within(gap, open)) >= SILENT_MS)
  return gapsIn([...frames, ...reads]).flatMap((gap) => {
    const { fromMs } = gap
    const waited = within(gap, open)
    const last = waited.at(-1)
    if (last === undefined || !silent.some((span) => span.fromMs <= fromMs && fromMs < span.toMs)) return []
    const stream = own.findLast(({ openedMs }) => openedMs <= fromMs) ?? own[0]
    return [{ fromMs, tookMs: lengthOf(waited), isOver: last.toMs < endMs, stream }]
  })
}
