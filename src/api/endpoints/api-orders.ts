import { account, emptyList } from './api-account.js'
import { defineEndpoint, param } from './define.js'

export const apiOrders = defineEndpoint({
  id: 'api-orders',
  generation: 2,
  path: '/v1/orders',
  about: 'orders of an account: none',
  params: { address: param(account) },
  windowMs: () => 0,
  timeoutMs: 60_000,
  facts: () => [],
  dialects: { documented: emptyList },
})
