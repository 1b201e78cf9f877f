import { type SdkToken, sdkTokensOf } from '../../market/catalogue/sdk-names.js'
import { account } from './api-orders.js'
import { anyText, defineEndpoint, param } from './define.js'
import { listOf, rowOf } from './rows.js'
import { decimals, keyAddress, name, tokenAmount } from './values.js'

const allowance = rowOf<SdkToken>()(
  { symbol: name, address: keyAddress, decimals, allowance: [tokenAmount, () => '0'] },
  'ApiAllowance',
)

export const apiAllowances = defineEndpoint({
  id: 'api-allowances',
  generation: 2,
  path: '/v1/allowances',
  about: 'allowances of an account: 0 of each token',
  params: {
    address: account,
    spender: param({
      format: anyText,
      required: true,
      about: 'the spending contract, such as router',
      example: 'router',
    }),
  },
  windowMs: () => 0,
  facts: ({ network }) => sdkTokensOf(network),
  documented: listOf(allowance),
})
