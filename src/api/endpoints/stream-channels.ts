/** Channels that clients of the price stream subscribe to. */

import type { World } from '../../market/world/types.js'
import { apiOhlcv, ohlcvRow } from './api-ohlcv.js'
import { apiPricesTickers } from './api-prices-tickers.js'
import type { Endpoint } from './define.js'
import { parseQuery } from './query.js'
import { frameSchema, stream } from './stream.js'

/** Its schema is that of a frame of a forming candle. */
const candleStream: Endpoint = { ...stream, documented: { schema: () => frameSchema(ohlcvRow()) } }

export interface Channel {
  readonly name: string
  /** Declares the layout of its frames. */
  readonly frame: Endpoint
  /** The read whose answer its frames carry, and its query. */
  readonly read: Endpoint
  readonly search: string
  /** Returns the data of a frame from the answer; empty if it has none. */
  dataOf(answer: string): string
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
  if (symbol === undefined || timeframe === undefined) return undefined
  const search = `${new URLSearchParams({ symbol, timeframe, limit: '1' })}`
  if (!parseQuery(apiOhlcv.params, search, world).ok) return undefined
  // The only row of a list; none at the limits of time.
  const dataOf = (answer: string) => answer.slice(1, -1)
  return { name, frame: candleStream, read: apiOhlcv, search, dataOf }
}
