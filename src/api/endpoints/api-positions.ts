import { account, emptyList } from './api-orders.js'
import { defineEndpoint, param, trueOrFalse } from './define.js'

export const apiPositions = defineEndpoint({
  id: 'api-positions',
  generation: 2,
  path: '/v1/positions',
  about: 'positions of an account: none',
  params: {
    address: account,
    includeRelatedOrders: param({ format: trueOrFalse, about: 'whether to add the orders of each position' }),
  },
  windowMs: () => 0,
  facts: () => [],
  documented: emptyList,
})
