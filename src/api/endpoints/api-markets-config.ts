import * as z from '../../kit/zod.js'
import { configKeys, renderConfig } from './api-market-config.js'
import { defineEndpoint } from './define.js'

export const apiMarketsConfig = defineEndpoint({
  id: 'api-markets-config',
  generation: 2,
  path: '/v1/markets/config',
  about: 'configuration of each market',
  params: {},
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: ({ network }) => network.markets,
  dialects: {
    documented: {
      schema: () => z.array(z.strictObject(configKeys()).meta({ tsName: 'ApiMarketConfig' })),
      render: (markets) => markets.map(renderConfig),
    },
  },
})
