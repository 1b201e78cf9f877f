import { GRID_SECONDS } from '../../market/liquidity/state.js'
import { marketValues, type PricedState, pricedStatesAt } from './api-states.js'
import { defineEndpoint } from './define.js'
import { chunkedListOf, rowOf } from './rows.js'
import { milliseconds } from './values.js'

const values = rowOf<PricedState>()(
  {
    ...marketValues.in((state: PricedState) => state),
    updatedAt: [milliseconds, ({ asOfMs }) => asOfMs],
  },
  'ApiMarketValues',
)

export const apiMarketsValues = defineEndpoint({
  id: 'api-markets-values',
  generation: 2,
  path: '/v1/markets/values',
  about: 'state of each market: pools, open interest and rates',
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  facts: pricedStatesAt,
  documented: chunkedListOf(values),
})
