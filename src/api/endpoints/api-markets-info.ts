import * as z from '../../kit/zod.js'
import { GRID_SECONDS } from '../../market/liquidity/state.js'
import { configBytes, configKeys, renderConfig } from './api-market-config.js'
import { type PricedState, pricedStatesAt, renderValues, valueKeys } from './api-states.js'
import { defineEndpoint } from './define.js'

/** Configuration and state name the market in the same field. */
const render = (state: PricedState) => ({ ...renderConfig(state.market), ...renderValues(state) })

const ROWS_PER_CHUNK = 40

/** Copies the bytes of each configuration, three quarters of the reply. */
function* chunksOf(states: Iterable<PricedState>): Generator<readonly Buffer[]> {
  let parts: Buffer[] = []
  let before = '['
  for (const state of states) {
    const { marketTokenAddress: _, ...values } = renderValues(state)
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
  params: {},
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  timeoutMs: 60_000,
  facts: (world, asOfMs) => pricedStatesAt(world, Math.floor(asOfMs / 1000)),
  dialects: {
    documented: {
      schema: () =>
        z.array(z.strictObject({ ...configKeys(), ...valueKeys() }).meta({ tsName: 'ApiMarketInfo' })),
      render: (states) => Array.from(states, render),
      chunks: chunksOf,
    },
  },
})
