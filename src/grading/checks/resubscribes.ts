import { maxOf } from '../../kit/numbers/lists.js'
import { durationInWords } from '../../kit/text/duration.js'
import { inSeries } from '../../kit/text/words.js'
import { servedUntilMs } from '../healthy.js'
import { channelsOf, isOf } from '../streams.js'
import { isUseless, type Timeline } from '../timeline.js'
import { decisiveWait, defineCheck } from './define.js'
import { cutShort, momentOf } from './evidence.js'

export const resubscribes = defineCheck({
  id: 'resubscribes',
  asks: 'time from the drop of a stream, or the last refused handshake, to a stream with all its channels',
  level: 'MUST',
  weight: 10,
  unit: 'ms',
  good: 10_000,
  fails: 10_000,
  source: "GMX's web app: longest pause before it connects again",
  needs: 'a stream with subscriptions that the server closes',
  about: ({ outcome }) => outcome === 'drop',
  look(timeline, bounds) {
    const waits = waitsIn(timeline)
    if (waits.length === 0) return 'not exercised'
    const { wait, isDecided } = decisiveWait(waits, bounds)
    const { tookMs, dropped } = wait
    const evidence = timeline.requests.filter(({ n }) => n === dropped.n)
    if (!isDecided)
      return cutShort(
        timeline,
        bounds,
        tookMs,
        'a stream was dropped just before the end of the run',
        evidence,
      )
    return { measured: tookMs, evidence, wait, count: waits.filter(({ isOver }) => isOver).length }
  },
  says: {
    pass: ({ measured, count }) =>
      `subscribed to all channels again within ${durationInWords(measured)} of ${count === 1 ? 'a drop' : `each of ${count} drops`}`,
    fail: ({ measured, wait: { dropped, isOver } }) =>
      `without ${inSeries(channelsOf(dropped), 'and')} for ${durationInWords(measured)} after the stream was dropped ${momentOf(dropped.closedMs ?? 0)}${isOver ? '' : ', to the end of the run'}. Connect again after 0.5 s, doubling to 10 s, and subscribe to all channels each time a stream opens`,
    'not exercised': 'no stream with subscriptions was dropped',
  },
})

/** For each stream that the server closed, the time until one of the same client had its channels. */
function waitsIn(timeline: Timeline) {
  const { streams = [], requests } = timeline
  return streams.flatMap((dropped) => {
    const { asked, closedMs, closedBy } = dropped
    const lost = channelsOf(dropped)
    if (closedMs === null || closedBy !== 'server' || lost.length === 0) return []
    const own = requests.filter(isOf(asked))
    const renewed = streams
      .filter(isOf(asked))
      .filter(({ openedMs }) => openedMs >= closedMs)
      .flatMap(({ subscriptions }) => subscriptions)
      .find(({ channels }) => lost.every((name) => channels.includes(name)))
    const endMs = renewed?.atMs ?? servedUntilMs(timeline, asked.client)
    // A client that is refused can do no more than try again.
    const refused = own.filter(
      (request) =>
        request.asked.endpoint === asked.endpoint &&
        isUseless(request) &&
        request.atMs >= closedMs &&
        (request.endMs ?? Infinity) <= endMs,
    )
    const fromMs = maxOf(
      refused.map((request) => request.endMs ?? 0),
      closedMs,
    )
    return [{ dropped, tookMs: endMs - fromMs, isOver: renewed !== undefined }]
  })
}
