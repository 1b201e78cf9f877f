import * as z from 'zod'
import type { Quote } from '../../market/price/prices.js'
import { apiToken, wholePrice } from './api-tokens.js'
import { defineEndpoint } from './define.js'
import { fixed, listOf, rowOf } from './rows.js'
import { maxUsdPrice, minUsdPrice } from './values.js'

const tokenInfo = rowOf<Quote>()(
  {
    ...apiToken.in(({ token }: Quote) => token),
    hasPriceFeedProvider: fixed(true),
    prices: [
      z.strictObject({ minPrice: minUsdPrice, maxPrice: maxUsdPrice }),
      ({ token, min, max }) => ({ minPrice: wholePrice(token, min), maxPrice: wholePrice(token, max) }),
    ],
  },
  'ApiTokenInfo',
)

export const apiTokensInfo = defineEndpoint({
  id: 'api-tokens-info',
  generation: 2,
  path: '/v1/tokens/info',
  about: 'the priced tokens, with prices',
  windowMs: () => 1000,
  facts: (world, asOfMs) => world.quotes(Math.floor(asOfMs / 1000), 'full'),
  documented: listOf(tokenInfo),
})
