import { decimalOf } from '../../kit/numbers/decimal.js'
import * as z from '../../kit/zod.js'
import type { ExcessReturn, OfEntity, YieldPoint } from '../../market/liquidity/liquidity-state.js'
import { RATE_PERIODS } from '../../market/liquidity/rate-periods.js'
import { listChunks } from './chunks.js'
import { defineEndpoint, param } from './define.js'
import { oneOf } from './formats.js'
import { entityAddress } from './liquidity-address.js'
import { decimalText, entity, keyAddress, seconds, series } from './values.js'

type Snapshots = OfEntity<readonly ExcessReturn[]>

const row = () =>
  z
    .strictObject({
      address: keyAddress,
      entity,
      snapshots: series(z.strictObject({ snapshotTimestamp: seconds, performance: decimalText.optional() })),
    })
    .meta({ tsName: 'ApiPerformanceSnapshots' })

const render = ({ address, entity, value }: Snapshots) => ({
  address,
  entity,
  snapshots: value.map(({ atSeconds, uniswapV2 }) => ({
    snapshotTimestamp: atSeconds,
    performance: decimalOf(uniswapV2),
  })),
})

export const apiPerformanceSnapshots = defineEndpoint({
  id: 'api-performance-snapshots',
  generation: 2,
  path: '/v1/performance/snapshots',
  about: 'performance of markets and GLVs at each midnight, newest first',
  params: {
    period: param({
      format: oneOf(RATE_PERIODS),
      default: '90d',
      about: 'how far back (default: 90d)',
      example: '7d',
    }),
    address: param(entityAddress),
  },
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: (world, asOfMs, { period, address }): Iterable<Snapshots | YieldPoint> =>
    world.liquidity.snapshotsAt(Math.floor(asOfMs / 1000), period, address),
  dialects: {
    documented: {
      schema: () => z.array(row()),
      render: (all) => [...all].filter((one) => one !== undefined).map(render),
      chunks: (all) => listChunks(all, render, '[', ']'),
    },
  },
})
