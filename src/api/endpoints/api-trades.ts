import { account, noTrades } from './api-orders.js'
import { defineEndpoint } from './define.js'

export const apiTrades = defineEndpoint({
  ...noTrades,
  id: 'api-trades',
  generation: 2,
  path: '/v1/trades',
  about: 'trades of an account: none',
  params: { address: account },
})
