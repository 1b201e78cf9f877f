import * as z from '../../kit/zod.js'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import { PERIODS } from '../../market/price/periods.js'
import { candleLimit, candlePeriod, candleSymbol, candleWindowMs } from './candle-params.js'
import { type CandlesFacts, candleChunks, candleRows } from './candles-json.js'
import { defineEndpoint, param } from './define.js'
import { seconds, series } from './values.js'

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

export const candles = defineEndpoint({
  id: 'candles',
  path: '/prices/candles',
  about: 'open, high, low, close per period, newest first',
  params: {
    tokenSymbol: param(candleSymbol),
    period: param(candlePeriod),
    limit: param(candleLimit),
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
