/** The token lists of both generations, and prices of tokens. */
import { zeros } from '../../kit/numbers/decimal.js'
import * as z from '../../kit/zod.js'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import type { Quote } from '../../market/price/prices.js'
import { defineEndpoint } from './define.js'
import { fixed, listOf, rowOf } from './rows.js'
import { address, decimals, maxUsdPrice, minUsdPrice, name } from './values.js'

const token = rowOf<CatalogueToken>()(
  {
    symbol: name,
    address,
    decimals,
    synthetic: [z.literal(true).optional(), ({ synthetic }) => synthetic || undefined],
  },
  'Token',
)

export const tokens = defineEndpoint({
  id: 'tokens',
  path: '/tokens',
  about: 'the configured tokens',
  windowMs: () => 0,
  facts: (world) => world.network.tokens,
  documented: listOf(token, 'tokens'),
})

/** The catalogue has no names but symbols. */
const apiToken = rowOf<CatalogueToken>()(
  {
    name: [z.string(), ({ symbol }) => symbol],
    symbol: name,
    address,
    decimals,
    isStable: [z.literal(true).optional(), ({ stable }) => stable || undefined],
    isSynthetic: [z.literal(true).optional(), ({ synthetic }) => synthetic || undefined],
  },
  'ApiToken',
)

export const apiTokens = defineEndpoint({
  id: 'api-tokens',
  generation: 2,
  path: '/v1/tokens',
  about: 'the configured tokens',
  facts: ({ network }) => network.tokens,
  documented: listOf(apiToken),
})

/** A full price of a raw unit as that of a whole token, both USD x 10^30. */
function wholePrice({ decimals }: CatalogueToken, unitPrice: string): string {
  return `${unitPrice}${zeros(decimals)}`
}

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
