import { account, emptyList } from './api-account.js'
import { defineEndpoint, param } from './define.js'
import { trueOrFalse } from './formats.js'

export const apiPositions = defineEndpoint({
  id: 'api-positions',
  generation: 2,
  path: '/v1/positions',
  about: 'positions of an account: none',
  params: {
    address: param(account),
    includeRelatedOrders: param({ format: trueOrFalse, about: 'whether to add the orders of each position' }),
  },
  windowMs: () => 0,
  timeoutMs: 60_000,
  facts: () => [],
  dialects: { documented: emptyList },
})
