import { decimalOf } from '../../kit/numbers/decimal.js'
import * as z from '../../kit/zod.js'
import type { OfEntity, Performance, YieldPoint } from '../../market/liquidity/liquidity-state.js'
import { RATE_PERIODS } from '../../market/liquidity/rate-periods.js'
import { listChunks } from './chunks.js'
import { defineEndpoint, param } from './define.js'
import { oneOf } from './formats.js'
import { entityAddress } from './liquidity-address.js'
import { decimalText, entity, keyAddress } from './values.js'

const performance = () =>
  z
    .strictObject({ address: keyAddress, entity, performance: decimalText.optional() })
    .meta({ tsName: 'ApiPerformance' })

const render = ({ address, entity, value }: OfEntity<Performance>) => ({
  address,
  entity,
  performance: decimalOf(value.uniswapV2),
})

export const apiPerformanceAnnualized = defineEndpoint({
  id: 'api-performance-annualized',
  generation: 2,
  path: '/v1/performance/annualized',
  about: 'annualized performance of markets and GLVs, compared with a constant-product pool of their tokens',
  params: {
    period: param({
      format: oneOf(RATE_PERIODS),
      default: '90d',
      about: 'period measured (default: 90d)',
      example: '30d',
    }),
    address: param(entityAddress),
  },
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: (world, asOfMs, { period, address }): Iterable<OfEntity<Performance> | YieldPoint> =>
    world.liquidity.performancesAt(Math.floor(asOfMs / 1000), period, address),
  dialects: {
    documented: {
      schema: () => z.array(performance()),
      render: (all) => [...all].filter((one) => one !== undefined).map(render),
      chunks: (all) => listChunks(all, render, '[', ']'),
    },
  },
})
