import { zeros } from '../../kit/numbers/decimal.js'
import * as z from '../../kit/zod.js'
import { type SdkToken, sdkTokensOf } from '../../market/catalogue/sdk-names.js'
import { defineEndpoint } from './define.js'
import { listOf, rowOf } from './rows.js'
import { decimals, keyAddress, name } from './values.js'

const isSo = z.boolean().optional()

export const apiToken = rowOf<SdkToken>()(
  {
    name: z.string(),
    symbol: name,
    baseSymbol: z.string().optional(),
    address: keyAddress,
    decimals,
    isNative: isSo,
    isWrapped: isSo,
    isStable: isSo,
    isSynthetic: isSo,
    isPlatformToken: isSo,
    isTempHidden: isSo,
    categories: z.array(z.string()).optional(),
    visualPrefix: z.string().optional(),
    visualMultiplier: z.int().optional(),
  },
  'ApiToken',
)

/** A full price of a raw unit as that of a whole token, both USD x 10^30. */
export function wholePrice({ decimals }: Pick<SdkToken, 'decimals'>, unitPrice: string): string {
  return `${unitPrice}${zeros(decimals)}`
}

export const apiTokens = defineEndpoint({
  id: 'api-tokens',
  generation: 2,
  path: '/v1/tokens',
  about: 'the configured tokens, named as in the SDK',
  facts: ({ network }) => sdkTokensOf(network),
  documented: listOf(apiToken),
})
