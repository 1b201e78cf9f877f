import { memoised } from '../../kit/maps.js'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import { GRID_SECONDS } from '../../market/liquidity/state.js'
import { marketConfig } from './api-markets-config.js'
import { marketValues } from './api-markets-values.js'
import { type PricedState, pricedStatesAt } from './api-states.js'
import { defineEndpoint } from './define.js'
import { chunkedListOf, rowOf } from './rows.js'

/** Configuration and state name the market in the same field. */
const info = rowOf<PricedState>()(
  {
    ...marketConfig.in(({ market }: PricedState) => market),
    ...marketValues.in((state: PricedState) => state),
  },
  'ApiMarketInfo',
)

/** A market's configuration as JSON, without the closing brace; it never changes. */
const configBytes = memoised((market: CatalogueMarket) =>
  Buffer.from(JSON.stringify(marketConfig.render(market)).slice(0, -1)),
)

const ROWS_PER_CHUNK = 40

/** Copies the bytes of each configuration, three quarters of the reply. */
function* chunksOf(states: Iterable<PricedState>): Generator<readonly Buffer[]> {
  let parts: Buffer[] = []
  let before = '['
  for (const state of states) {
    const { marketTokenAddress: _, ...values } = marketValues.render(state)
    parts.push(Buffer.from(before), configBytes(state.market))
    before = `,${JSON.stringify(values).slice(1)},`
    if (parts.length < 2 * ROWS_PER_CHUNK) continue
    yield parts
    parts = []
  }
  yield [...parts, Buffer.from(before === '[' ? '[]' : `${before.slice(0, -1)}]`)]
}

export const apiMarketsInfo = defineEndpoint({
  id: 'api-markets-info',
  generation: 2,
  path: '/v1/markets/info',
  about: 'configuration and state of each market',
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  facts: pricedStatesAt,
  documented: { schema: chunkedListOf(info).schema, chunks: chunksOf },
})
