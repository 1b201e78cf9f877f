import { noTrades } from './api-orders.js'
import { defineEndpoint } from './define.js'

export const apiTradesSearch = defineEndpoint({
  ...noTrades,
  id: 'api-trades-search',
  generation: 2,
  path: '/v1/trades/search',
  about: 'trades that match a filter: none',
  takes: { maxBytes: 1 << 20 },
})
