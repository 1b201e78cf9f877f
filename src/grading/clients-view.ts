/** The timeline as its clients see it: flawed replies are bad only if they lack, distort or age the data that the client acts on. */

import { groupBy, memoised } from '../kit/maps.js'
import { usableMsOf } from './freshness.js'
import { isReportedOn, isTruePrice } from './matches.js'
import type { Content, Fate, Requests, Timeline, TimelineRequest } from './timeline.js'

/** Marks flawed replies as good where they are good to their client. The view of a view is itself. */
export function clientsViewOf(timeline: Timeline): Timeline {
  return isView.has(timeline) ? timeline : viewOf(timeline)
}

const isView = new WeakSet<Timeline>()

const viewOf = memoised((timeline: Timeline): Timeline => {
  const wanted = groupBy(timeline.observations, ({ client }) => client)
  const symbols = new Map(
    Array.from(wanted, ([client, own]) => [client, new Set(own.map(({ symbol }) => symbol))]),
  )
  const goodFates = memoised((fate: Fate): Fate => ({ ...fate, met: 'good' }))
  const seen = (request: TimelineRequest) =>
    isGoodTo(request, symbols.get(request.asked.client), timeline)
      ? { ...request, fate: goodFates(request.fate) }
      : request
  const { requests, streams } = timeline
  const view = {
    ...timeline,
    requests: requests.map(seen),
    ...(streams && { streams: streams.map((stream) => ({ ...stream, frames: stream.frames.map(seen) })) }),
  }
  isView.add(view)
  return view
})

function isGoodTo(
  { asked, fate, content, end, endMs }: TimelineRequest,
  symbols: ReadonlySet<string> | undefined,
  timeline: Timeline,
): boolean {
  if (fate.met !== 'wrong' || end !== 'answered' || content === null || endMs === null) return false
  if (fate.flaw === 'stale') return endMs - content.asOfMs <= usableMsOf(timeline, asked)
  // Of a client that reports no prices, nothing shows which rows it needs.
  if (symbols === undefined) return fate.flaw === 'partial' && content.prices.size > 0
  return fate.flaw !== null && [...symbols].every(isRightIn(content, timeline))
}

function isRightIn(received: Content, timeline: Timeline) {
  const content = received.inOrder ?? received
  return (symbol: string): boolean =>
    content.prices
      .get(symbol)
      ?.some((price) => content.flaw === 'partial' || isTruePrice(timeline, content, symbol, price)) ?? false
}

/** Requests that got candles out of order, of kinds that the client reports no price from. Nothing shows which candle it takes. */
export function unprovenOrders(recorded: Timeline): Requests {
  return recorded.requests.filter(
    ({ asked, content }) => content?.inOrder !== undefined && !isReportedOn(recorded, asked),
  )
}
