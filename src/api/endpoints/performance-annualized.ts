import { decimalOf } from '../../kit/numbers/decimal.js'
import * as z from '../../kit/zod.js'
import type { OfEntity, Performance, YieldPoint } from '../../market/liquidity/liquidity-state.js'
import { RATE_PERIODS } from '../../market/liquidity/rate-periods.js'
import { listChunks } from './chunks.js'
import { defineEndpoint, param } from './define.js'
import { oneOf } from './formats.js'
import { entityAddress } from './liquidity-address.js'
import { decimalText, entity, keyAddress } from './values.js'

/** A day is too short to annualise. */
const PERIODS = RATE_PERIODS.filter((period) => period !== '1d')

const performance = () =>
  z
    .strictObject({
      address: keyAddress,
      entity,
      longTokenPerformance: decimalText,
      shortTokenPerformance: decimalText,
      uniswapV2Performance: decimalText,
    })
    .meta({ tsName: 'PoolPerformance' })

const render = ({ address, entity, value }: OfEntity<Performance>) => ({
  address,
  entity,
  longTokenPerformance: decimalOf(value.longToken),
  shortTokenPerformance: decimalOf(value.shortToken),
  uniswapV2Performance: decimalOf(value.uniswapV2),
})

export const performanceAnnualized = defineEndpoint({
  id: 'performance-annualized',
  path: '/performance/annualized',
  isBeyond: true,
  about: 'annualized performance of markets and GLVs, compared with holding their tokens',
  params: {
    period: param({
      format: oneOf(PERIODS),
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
