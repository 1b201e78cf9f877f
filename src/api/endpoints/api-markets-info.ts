import * as z from 'zod'
import { memoised } from '../../kit/maps.js'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import { GRID_SECONDS } from '../../market/liquidity/state.js'
import { marketConfig } from './api-markets-config.js'
import { marketValues } from './api-markets-values.js'
import { type PricedState, pricedStatesAt } from './api-states.js'
import { defineEndpoint } from './define.js'
import { rowOf, textChunks } from './rows.js'

/** Configuration and state name the market in the same field. */
const info = rowOf<PricedState>()(
  {
    ...marketConfig.in(({ market }: PricedState) => market),
    ...marketValues.in((state: PricedState) => state),
  },
  'ApiMarketInfo',
)

/** A market's configuration as JSON, without the closing brace: three quarters of its row, which never change. */
const configText = memoised((market: CatalogueMarket) =>
  JSON.stringify(marketConfig.render(market)).slice(0, -1),
)

function textOf(state: PricedState): string {
  const { marketTokenAddress: _, ...values } = marketValues.render(state)
  return `${configText(state.market)},${JSON.stringify(values).slice(1)}`
}

export const apiMarketsInfo = defineEndpoint({
  id: 'api-markets-info',
  generation: 2,
  path: '/v1/markets/info',
  about: 'configuration and state of each market',
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  facts: pricedStatesAt,
  documented: {
    schema: () => z.array(info.schema()),
    chunks: (states) => textChunks(states, textOf, '[', ']'),
  },
})
