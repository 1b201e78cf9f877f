/** The TypeScript interface of price streams in tests, apart from its implementation. */

import type { Replies } from './replies.js'

interface DataFrame<Data> {
  readonly ch: string
  readonly type: 'snapshot'
  /** Unix milliseconds of sending. */
  readonly serverTs: number
  /** Unix milliseconds of the instant that the data is of. */
  readonly originTs: number
  readonly data: Data
}

/** All prices of the channel `prices`, by token address. */
export type PricesFrame = DataFrame<Replies['api-prices-tickers']['reply']>

/** The forming candle of a channel such as `candles:ETH:1m`. */
export type CandleFrame = DataFrame<Replies['api-ohlcv']['reply'][number]>

/** An acknowledgement, which names all subscribed channels, or an error, which names those that it is about. */
export type StreamNotice =
  | { readonly op: 'ack'; readonly channels: readonly string[] }
  | { readonly op: 'error'; readonly message: string; readonly channels: readonly string[] }

type FrameOf<Channel extends string> = Channel extends 'prices' ? PricesFrame : CandleFrame

export interface SimulatorStream {
  /** Subscribes to channels: `prices`, or candles such as `candles:ETH:1m`. Acknowledged before the first snapshots. */
  subscribe(...channels: string[]): void
  unsubscribe(...channels: string[]): void
  /**
   * Resolves with the next frame, or with the next of a channel, skipping others; with undefined once the stream is
   * closed and all frames are read. Waits while the clock is frozen and nothing changes. Rejects for a frame that is not JSON.
   */
  next(): Promise<StreamNotice | PricesFrame | CandleFrame | undefined>
  next<Channel extends string>(channel: Channel): Promise<FrameOf<Channel> | undefined>
  /** Resolves when either side has closed it. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  close(): void
}

type Listener<Event> = ((event: Event) => unknown) | null

/** A WebSocket as clients of the price stream use it. Its frames are text. */
export interface SimulatedWebSocket extends EventTarget {
  readonly url: string
  readonly readyState: number
  onopen: Listener<Event>
  onmessage: Listener<Event & { readonly data: string }>
  onerror: Listener<Event>
  onclose: Listener<Event & { readonly code: number; readonly reason: string; readonly wasClean: boolean }>
  /** Throws before the socket is open, as browsers do; ignored after its end. */
  send(data: string): void
  close(code?: number, reason?: string): void
}

export type SimulatedWebSocketClass = new (url: string | URL, protocols?: unknown) => SimulatedWebSocket
