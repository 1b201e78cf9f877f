import * as z from '../../kit/zod.js'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import { PERIODS, type Period } from '../../market/price/periods.js'
import { type CandlesFacts, candleChunks, candleRows } from './candles-json.js'
import { defineEndpoint, param } from './define.js'
import { anyText, digitsWithin, oneOf } from './formats.js'
import { seconds, series } from './values.js'

const SHORT_WINDOW_MS = 15_000
const LONG_WINDOW_MS = 60_000

const candle = () => {
  const usd = z.number().meta({ role: 'value' })
  const [high, low] = [usd.meta({ bound: 'max' }), usd.meta({ bound: 'min' })]
  return z
    .tuple([
      seconds.meta({ title: 'timestamp' }),
      usd.meta({ title: 'open' }),
      high.meta({ title: 'high' }),
      low.meta({ title: 'low' }),
      usd.meta({ title: 'close' }),
    ])
    .meta({ tsName: 'Candle', description: 'Unix seconds of the start, open, high, low, close' })
}

/** Parameters of candles in both generations. */
export const CANDLE_PARAMS = {
  symbol: param({
    format: anyText,
    required: true,
    about: 'a priced token of the network',
    example: 'BTC',
    check: (symbol, world) => {
      const token = world.tokenBySymbol(symbol)
      if (token === undefined) return 'is not a token of this network, see /tokens'
      return token.priced ? undefined : 'is listed but has no price'
    },
  }),
  period: param({ format: oneOf(PERIODS), required: true, about: 'length of a candle', example: '15m' }),
  limit: param({
    format: digitsWithin(1, 10_000),
    default: 1000,
    about: 'most candles returned, 1 to 10000',
    example: '3',
  }),
}

/** How long candles of a period are cached. */
export const candleWindowMs = (period: Period): number =>
  period === '1m' || period === '5m' ? SHORT_WINDOW_MS : LONG_WINDOW_MS

export const candles = defineEndpoint({
  id: 'candles',
  path: '/prices/candles',
  about: 'open, high, low, close per period, newest first',
  params: {
    tokenSymbol: CANDLE_PARAMS.symbol,
    period: CANDLE_PARAMS.period,
    limit: CANDLE_PARAMS.limit,
  },
  windowMs: ({ period }) => candleWindowMs(period),
  timeoutMs: 10_000,
  facts: (world, asOfMs, { tokenSymbol, period, limit }): CandlesFacts => ({
    ...world.pricesOf(world.tokenBySymbol(tokenSymbol) as CatalogueToken),
    period,
    atSeconds: Math.floor(asOfMs / 1000),
    limit,
  }),
  dialects: {
    documented: {
      schema: () =>
        z.strictObject({
          period: z.enum(PERIODS),
          candles: series(candle()),
        }),
      render: (facts) => ({ period: facts.period, candles: candleRows(facts) }),
      chunks: candleChunks,
    },
  },
})
