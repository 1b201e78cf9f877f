import * as z from 'zod'
import { zeros } from '../../kit/numbers/decimal.js'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import { defineEndpoint } from './define.js'
import { listOf, rowOf } from './rows.js'
import { address, decimals, name } from './values.js'

/** The catalogue has no names but symbols. */
export const apiToken = rowOf<CatalogueToken>()(
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

/** A full price of a raw unit as that of a whole token, both USD x 10^30. */
export function wholePrice({ decimals }: CatalogueToken, unitPrice: string): string {
  return `${unitPrice}${zeros(decimals)}`
}

export const apiTokens = defineEndpoint({
  id: 'api-tokens',
  generation: 2,
  path: '/v1/tokens',
  about: 'the configured tokens',
  facts: ({ network }) => network.tokens,
  documented: listOf(apiToken),
})
