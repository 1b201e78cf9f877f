import { type SdkToken, sdkTokensOf } from '../../market/catalogue/sdk-names.js'
import { account } from './api-orders.js'
import { defineEndpoint } from './define.js'
import { listOf, rowOf } from './rows.js'
import { decimals, keyAddress, name, tokenAmount } from './values.js'

const balance = rowOf<SdkToken>()(
  { symbol: name, address: keyAddress, decimals, balance: [tokenAmount, () => '0'] },
  'ApiWalletBalance',
)

export const apiBalancesWallet = defineEndpoint({
  id: 'api-balances-wallet',
  generation: 2,
  path: '/v1/balances/wallet',
  about: 'balances of an account: 0 of each token',
  params: { address: account },
  windowMs: () => 0,
  facts: ({ network }) => sdkTokensOf(network),
  documented: listOf(balance),
})
