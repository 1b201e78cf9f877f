import * as z from '../../kit/zod.js'
import { type SdkToken, sdkTokensOf } from '../../market/catalogue/sdk-names.js'
import type { World } from '../../market/world/types.js'
import { apiToken, wholePrice } from './api-tokens.js'
import { defineEndpoint } from './define.js'
import { fixed, listOf, rowOf } from './rows.js'
import { maxUsdPrice, minUsdPrice } from './values.js'

/** Strings of USD x 10^30 of a whole token. */
interface WholePrices {
  readonly minPrice: string
  readonly maxPrice: string
}

export const wholePrices = () => z.strictObject({ minPrice: minUsdPrice, maxPrice: maxUsdPrice })

/** The tokens with a price, in the order of the second generation; the native one costs what the wrapped one does. */
export function pricedTokensAt(world: World, asOfMs: number): readonly (readonly [SdkToken, WholePrices])[] {
  const quotes = world.quotes(Math.floor(asOfMs / 1000), 'full')
  const pricesOf = new Map(
    quotes.map(({ token, min, max }) => [
      token,
      { minPrice: wholePrice(token, min), maxPrice: wholePrice(token, max) },
    ]),
  )
  return sdkTokensOf(world.network).flatMap((row) => {
    const prices = row.token && pricesOf.get(row.token)
    return prices === undefined ? [] : [[row, prices] as const]
  })
}

const tokenInfo = rowOf<readonly [SdkToken, WholePrices]>()(
  {
    ...apiToken.in(([row]: readonly [SdkToken, WholePrices]) => row),
    hasPriceFeedProvider: fixed(true),
    prices: [wholePrices(), ([, prices]) => prices],
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
