import { type PricedToken, pricedTokensAt } from './api-states.js'
import { apiToken } from './api-tokens.js'
import { defineEndpoint } from './define.js'
import { fixed, listOf, rowOf } from './rows.js'
import { wholeTokenPrices } from './values.js'

const tokenInfo = rowOf<PricedToken>()(
  {
    ...apiToken.in(([row]: PricedToken) => row),
    hasPriceFeedProvider: fixed(true),
    prices: [wholeTokenPrices(), ([, prices]) => prices],
  },
  'ApiTokenInfo',
)

export const apiTokensInfo = defineEndpoint({
  id: 'api-tokens-info',
  generation: 2,
  path: '/v1/tokens/info',
  about: 'the priced tokens, with prices',
  windowMs: () => 1000,
  facts: pricedTokensAt,
  documented: listOf(tokenInfo),
})
