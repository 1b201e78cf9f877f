import { decimalOf } from '../../kit/numbers/decimal.js'
import * as z from '../../kit/zod.js'
import type { ExcessReturn, OfEntity, YieldPoint } from '../../market/liquidity/liquidity-state.js'
import { RATE_PERIODS } from '../../market/liquidity/rate-periods.js'
import { listChunks } from './chunks.js'
import { defineEndpoint, param } from './define.js'
import { oneOf } from './formats.js'
import { entityAddress } from './liquidity-address.js'
import { decimalText, entity, keyAddress, secondsText, series } from './values.js'

type Snapshots = OfEntity<readonly ExcessReturn[]>

const row = () =>
  z
    .strictObject({
      address: keyAddress,
      entity,
      snapshots: series(
        z.strictObject({ snapshotTimestamp: secondsText, uniswapV2Performance: decimalText }),
      ),
    })
    .meta({ tsName: 'PerformanceSnapshots' })

const render = ({ address, entity, value }: Snapshots) => ({
  address,
  entity,
  snapshots: value.map(({ atSeconds, uniswapV2 }) => ({
    snapshotTimestamp: String(atSeconds),
    uniswapV2Performance: decimalOf(uniswapV2),
  })),
})

export const performanceSnapshots = defineEndpoint({
  id: 'performance-snapshots',
  path: '/performance/snapshots',
  isBeyond: true,
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
