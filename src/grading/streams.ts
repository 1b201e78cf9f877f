/** Streams of prices, another source of the data that reads bring. */

import { memoised } from '../kit/maps.js'
import type { Span } from './spans.js'
import type { Asked, Requests, Timeline, TimelineStream } from './timeline.js'

/** Requests, and frames of streams as replies, in order of arrival. */
export const withFramesOf = memoised(
  ({ requests, streams = [] }: Timeline): Requests =>
    streams.length === 0
      ? requests
      : [...requests, ...streams.flatMap(({ frames }) => frames)].sort((a, b) => a.atMs - b.atMs),
)

/** Tests for requests and streams of a client on a network. */
export function isOf({ client, network }: Asked): (other: { readonly asked: Asked }) => boolean {
  return ({ asked }) => asked.client === client && asked.network === network
}

/** Whether a rule acted on a stream of a client. */
export function isStreamStruck({ streams = [] }: Timeline, asked: Asked): boolean {
  return streams.filter(isOf(asked)).some(({ faults }) => faults.length > 0)
}

/** The read whose replies frames of prices carry. */
export const STREAMED = 'api-prices-tickers'

const PRICES = 'prices'

/** Channels at the end of a stream. */
export function channelsOf({ subscriptions }: TimelineStream): readonly string[] {
  return subscriptions.at(-1)?.channels ?? []
}

/** When a stream was open and subscribed to prices. */
export function subscribedSpansOf({ subscriptions, closedMs }: TimelineStream, endMs: number): Span[] {
  const toMs = closedMs ?? endMs
  return subscriptions.flatMap(({ atMs, channels }, index) =>
    channels.includes(PRICES) ? [{ fromMs: atMs, toMs: subscriptions[index + 1]?.atMs ?? toMs }] : [],
  )
}
