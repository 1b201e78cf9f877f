/** The price stream: a WebSocket whose frames carry the answers of two reads. */

import * as z from 'zod'
import { tokenPrices } from './api-prices-tickers.js'
import { defineEndpoint } from './define.js'
import { milliseconds } from './values.js'

/** `originTs` is a time of the data, which faults may change; `serverTs` is one of the frame. */
export const frameSchema = <Data extends z.ZodType>(data: Data) =>
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
  documented: { schema: () => frameSchema(tokenPrices()) },
})
