import * as z from '../../kit/zod.js'
import { apiTokenKeys, renderApiToken, wholePrice } from './api-token-rows.js'
import { defineEndpoint } from './define.js'
import { maxUsdPrice, minUsdPrice } from './values.js'

export const apiTokensInfo = defineEndpoint({
  id: 'api-tokens-info',
  generation: 2,
  path: '/v1/tokens/info',
  about: 'the priced tokens, with prices',
  params: {},
  windowMs: () => 1000,
  timeoutMs: 60_000,
  facts: (world, asOfMs) => world.quotes(Math.floor(asOfMs / 1000), 'full'),
  dialects: {
    documented: {
      schema: () =>
        z.array(
          z
            .strictObject({
              ...apiTokenKeys(),
              hasPriceFeedProvider: z.literal(true),
              prices: z.strictObject({ minPrice: minUsdPrice, maxPrice: maxUsdPrice }),
            })
            .meta({ tsName: 'ApiTokenInfo' }),
        ),
      render: (quotes) =>
        quotes.map(({ token, min, max }) => ({
          ...renderApiToken(token),
          hasPriceFeedProvider: true,
          prices: { minPrice: wholePrice(token, min), maxPrice: wholePrice(token, max) },
        })),
    },
  },
})
