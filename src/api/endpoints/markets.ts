import * as z from '../../kit/zod.js'
import { marketKeys, renderMarket } from './catalogue-rows.js'
import { defineEndpoint } from './define.js'

export const markets = defineEndpoint({
  id: 'markets',
  path: '/markets',
  about: 'the market catalogue',
  params: {},
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: (world) => world.network.markets,
  dialects: {
    documented: {
      schema: () =>
        z.strictObject({ markets: z.array(z.strictObject(marketKeys()).meta({ tsName: 'Market' })) }),
      render: (list) => ({ markets: list.map(renderMarket) }),
    },
  },
})
