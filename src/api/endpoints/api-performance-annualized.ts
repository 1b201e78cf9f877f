import { decimalOf } from '../../kit/numbers/decimal.js'
import { type OfEntity, type Performance, RATE_PERIODS } from '../../market/liquidity/state.js'
import { defineEndpoint } from './define.js'
import { entityFields, performanceParams } from './performance-annualized.js'
import { chunkedListOf, rowOf } from './rows.js'
import { decimalText } from './values.js'

const row = rowOf<OfEntity<Performance>>()(
  { ...entityFields, performance: [decimalText.optional(), ({ value }) => decimalOf(value.uniswapV2)] },
  'ApiPerformance',
)

export const apiPerformanceAnnualized = defineEndpoint({
  id: 'api-performance-annualized',
  generation: 2,
  path: '/v1/performance/annualized',
  about: 'annualized performance of markets and GLVs, compared with a constant-product pool of their tokens',
  params: performanceParams('period measured', '30d', RATE_PERIODS),
  facts: (world, asOfMs, { period, address }) =>
    world.liquidity.performancesAt(Math.floor(asOfMs / 1000), period, address),
  documented: chunkedListOf(row),
})
