/** The price stream: a WebSocket whose frames carry the answers of two reads, and the channels that clients subscribe to. */

import * as z from 'zod'
import type { World } from '../../market/world/types.js'
import { apiOhlcv, ohlcvRow } from './api-ohlcv.js'
import { apiPricesTickers, tokenPrices } from './api-prices-tickers.js'
import { defineEndpoint, type Endpoint } from './define.js'
import { parseQuery } from './query.js'
import { milliseconds } from './values.js'

/** `originTs` is a time of the data, which faults may change; `serverTs` is one of the frame. */
const frameOf = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({
    ch: z.string(),
    type: z.literal('snapshot'),
    serverTs: z.int().describe('Unix milliseconds of sending'),
    originTs: milliseconds.describe('Unix milliseconds of the instant that the data is of'),
    data,
  })

/** Its schema is that of a frame of prices. */
export const stream = defineEndpoint({
  id: 'stream',
  generation: 2,
  path: '/v1/stream',
  isStream: true,
  about: 'prices of all tokens, and forming candles, over a WebSocket',
  windowMs: () => 1000,
  facts: () => ({}),
  documented: { schema: () => frameOf(tokenPrices()) },
})

/** The same for a frame of a forming candle. */
const candleStream: Endpoint = { ...stream, documented: { schema: () => frameOf(ohlcvRow()) } }

export interface Channel {
  readonly name: string
  /** Declares the layout of its frames. */
  readonly frame: Endpoint
  /** The read whose answer its frames carry, and its query. */
  readonly read: Endpoint
  readonly search: string
  /** Returns the data of a frame from the answer; undefined if it has none. */
  dataOf(answer: string): string | undefined
}

const PRICES: Channel = {
  name: 'prices',
  frame: stream,
  read: apiPricesTickers,
  search: '',
  dataOf: (answer) => answer,
}

/** Resolves the name of a channel; undefined if the network has no such channel. */
export function channelOf(name: string, world: World): Channel | undefined {
  if (name === PRICES.name) return PRICES
  const [, symbol, timeframe] = /^candles:([^:&]{1,64}):([^:&]{1,8})$/.exec(name) ?? []
  if (symbol === undefined) return undefined
  const search = `${new URLSearchParams({ symbol, timeframe, limit: '1' })}`
  if (!parseQuery(apiOhlcv.params, search, world).ok) return undefined
  // The only row of a list; none at the limits of time.
  const dataOf = (answer: string) => answer.slice(1, -1) || undefined
  return { name, frame: candleStream, read: apiOhlcv, search, dataOf }
}
