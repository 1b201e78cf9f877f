import { decimalOf } from '../../kit/numbers/decimal.js'
import type { ExcessReturn, OfEntity } from '../../market/liquidity/state.js'
import { defineEndpoint } from './define.js'
import { entityFields, snapshotsParams } from './performance-annualized.js'
import { chunkedListOf, rowOf } from './rows.js'
import { decimalText, seconds, series } from './values.js'

const snapshot = rowOf<ExcessReturn>()({
  snapshotTimestamp: [seconds, ({ atSeconds }) => atSeconds],
  performance: [decimalText.optional(), ({ uniswapV2 }) => decimalOf(uniswapV2)],
})

const row = rowOf<OfEntity<readonly ExcessReturn[]>>()(
  { ...entityFields, snapshots: [series(snapshot.schema()), ({ value }) => value.map(snapshot.render)] },
  'ApiPerformanceSnapshots',
)

export const apiPerformanceSnapshots = defineEndpoint({
  id: 'api-performance-snapshots',
  generation: 2,
  path: '/v1/performance/snapshots',
  about: 'performance of markets and GLVs at each midnight, newest first',
  params: snapshotsParams,
  facts: (world, asOfMs, { period, address }) =>
    world.liquidity.snapshotsAt(Math.floor(asOfMs / 1000), period, address),
  documented: chunkedListOf(row),
})
