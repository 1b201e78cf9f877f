import * as z from '../../kit/zod.js'
import { GRID_SECONDS } from '../../market/liquidity/state.js'
import { type PricedState, pricedStatesAt, renderValues, valueKeys } from './api-states.js'
import { listChunks } from './chunks.js'
import { defineEndpoint } from './define.js'
import { milliseconds } from './values.js'

interface ValuesFacts {
  readonly states: Iterable<PricedState>
  readonly updatedAt: number
}

const renderWithTime = (updatedAt: number) => (state: PricedState) => ({ ...renderValues(state), updatedAt })

export const apiMarketsValues = defineEndpoint({
  id: 'api-markets-values',
  generation: 2,
  path: '/v1/markets/values',
  about: 'state of each market: pools, open interest and rates',
  params: {},
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  timeoutMs: 60_000,
  facts: (world, asOfMs): ValuesFacts => ({
    states: pricedStatesAt(world, Math.floor(asOfMs / 1000)),
    updatedAt: asOfMs,
  }),
  dialects: {
    documented: {
      schema: () =>
        z.array(
          z.strictObject({ ...valueKeys(), updatedAt: milliseconds }).meta({ tsName: 'ApiMarketValues' }),
        ),
      render: ({ states, updatedAt }) => Array.from(states, renderWithTime(updatedAt)),
      chunks: ({ states, updatedAt }) => listChunks(states, renderWithTime(updatedAt), '[', ']'),
    },
  },
})
