/** The price stream for tests: a client without a socket, whose frames arrive on the session's clock. */
import type * as z from 'zod'
import type { stream } from '../../api/endpoints/stream.js'
import { UserError } from '../../kit/errors.js'
import type { LocalConnect } from '../../server/http/local/stream.js'

/** The forming candle of a channel such as `candles:ETH:1m`. */
export interface CandleFrame extends Omit<PricesFrame, 'data'> {
  readonly data: {
    /** Unix milliseconds of its start. */
    readonly timestamp: number
    readonly open: string
    readonly high: string
    readonly low: string
    readonly close: string
  }
}

/** All prices of the channel `prices`, by token address. */
export type PricesFrame = Readonly<z.output<ReturnType<(typeof stream)['documented']['schema']>>>

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

/** Opens a stream; rejects with a UserError if its handshake is refused, and as `fetch` does if no reply arrives. */
export async function openStream(connect: LocalConnect, url: string): Promise<SimulatorStream> {
  const opened = await connect(url)
  if (opened instanceof Response)
    throw new UserError(
      'the stream was refused',
      `status ${opened.status}: ${await opened.text()}`,
      'see the journal for the rule that decided',
    )
  const send = (op: string, channels: readonly string[]) => opened.send(JSON.stringify({ op, channels }))
  return {
    subscribe: (...channels) => send('subscribe', channels),
    unsubscribe: (...channels) => send('unsubscribe', channels),
    async next(channel?: string) {
      for (;;) {
        const text = await opened.next()
        if (text === undefined) return undefined
        const frame = JSON.parse(text)
        if (channel === undefined || frame.ch === channel) return frame
      }
    },
    closed: opened.closed,
    close: () => opened.close(),
  }
}
