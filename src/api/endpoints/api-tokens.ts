import * as z from 'zod'
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

export const apiTokens = defineEndpoint({
  id: 'api-tokens',
  generation: 2,
  path: '/v1/tokens',
  about: 'the configured tokens, named as in the SDK',
  facts: ({ network }) => sdkTokensOf(network),
  documented: listOf(apiToken),
})
