/** Performance of markets and GLVs, annualized and at each midnight. */
import { decimalOf } from '../../kit/numbers/decimal.js'
import {
  type ExcessReturn,
  type OfEntity,
  type Performance,
  RATE_PERIODS,
  type RatePeriod,
} from '../../market/liquidity/state.js'
import type { World } from '../../market/world/types.js'
import { anyText, defineEndpoint, oneOf, param } from './define.js'
import { chunkedListOf, rowOf } from './rows.js'
import { decimalText, entity, keyAddress, seconds, secondsText, series } from './values.js'

const address = param({
  // One cache key for all spellings.
  format: { ...anyText, parse: (text: string) => text.toLowerCase() },
  about: 'one market or GLV, by the address of its token (default: all)',
  check(wanted: string, { network: { markets, glvs } }: World): string | undefined {
    const addresses = [
      ...markets.map(({ marketToken }) => marketToken),
      ...glvs.map(({ glvToken }) => glvToken),
    ]
    if (addresses.some((address) => address.toLowerCase() === wanted)) return undefined
    return 'is not a market or GLV of this network, see /markets and /glvs'
  },
})

const paramsOf = <const Period extends RatePeriod>(
  about: string,
  example: Period,
  periods: readonly Period[],
) => {
  const byDefault = '90d' as Period & '90d'
  const described = { format: oneOf(periods), about: `${about} (default: 90d)`, example }
  return { period: param<Period>({ ...described, default: byDefault }), address }
}

interface PerformanceQuery {
  readonly period: RatePeriod
  readonly address: string | undefined
}

const performancesOf = (world: World, asOfMs: number, { period, address }: PerformanceQuery) =>
  world.liquidity.performancesAt(Math.floor(asOfMs / 1000), period, address)
const snapshotsOf = (world: World, asOfMs: number, { period, address }: PerformanceQuery) =>
  world.liquidity.snapshotsAt(Math.floor(asOfMs / 1000), period, address)

/** The fields of an entity that all its rows begin with. */
const entityFields = { address: keyAddress, entity }

const performance = rowOf<OfEntity<Performance>>()(
  {
    ...entityFields,
    longTokenPerformance: [decimalText, ({ value }) => decimalOf(value.longToken)],
    shortTokenPerformance: [decimalText, ({ value }) => decimalOf(value.shortToken)],
    uniswapV2Performance: [decimalText, ({ value }) => decimalOf(value.uniswapV2)],
  },
  'PoolPerformance',
)

/** A day is too short to annualise. */
const PERIODS = RATE_PERIODS.filter((period) => period !== '1d')

export const performanceAnnualized = defineEndpoint({
  id: 'performance-annualized',
  path: '/performance/annualized',
  isBeyond: true,
  about: 'annualized performance of markets and GLVs, compared with holding their tokens',
  params: paramsOf('period measured', '30d', PERIODS),
  facts: performancesOf,
  documented: chunkedListOf(performance),
})

const apiPerformance = rowOf<OfEntity<Performance>>()(
  { ...entityFields, performance: [decimalText.optional(), ({ value }) => decimalOf(value.uniswapV2)] },
  'ApiPerformance',
)

export const apiPerformanceAnnualized = defineEndpoint({
  id: 'api-performance-annualized',
  generation: 2,
  path: '/v1/performance/annualized',
  about: 'annualized performance of markets and GLVs, compared with a constant-product pool of their tokens',
  params: paramsOf('period measured', '30d', RATE_PERIODS),
  facts: performancesOf,
  documented: chunkedListOf(apiPerformance),
})

const snapshot = rowOf<ExcessReturn>()({
  snapshotTimestamp: [secondsText, ({ atSeconds }) => String(atSeconds)],
  uniswapV2Performance: [decimalText, ({ uniswapV2 }) => decimalOf(uniswapV2)],
})

const apiSnapshot = rowOf<ExcessReturn>()({
  snapshotTimestamp: [seconds, ({ atSeconds }) => atSeconds],
  performance: [decimalText.optional(), ({ uniswapV2 }) => decimalOf(uniswapV2)],
})

type Snapshots = OfEntity<readonly ExcessReturn[]>

const snapshots = rowOf<Snapshots>()(
  { ...entityFields, snapshots: [series(snapshot.schema()), ({ value }) => value.map(snapshot.render)] },
  'PerformanceSnapshots',
)

const apiSnapshots = rowOf<Snapshots>()(
  {
    ...entityFields,
    snapshots: [series(apiSnapshot.schema()), ({ value }) => value.map(apiSnapshot.render)],
  },
  'ApiPerformanceSnapshots',
)

const snapshotsParams = paramsOf('how far back', '7d', RATE_PERIODS)

export const performanceSnapshots = defineEndpoint({
  id: 'performance-snapshots',
  path: '/performance/snapshots',
  isBeyond: true,
  about: 'performance of markets and GLVs at each midnight, newest first',
  params: snapshotsParams,
  facts: snapshotsOf,
  documented: chunkedListOf(snapshots),
})

export const apiPerformanceSnapshots = defineEndpoint({
  id: 'api-performance-snapshots',
  generation: 2,
  path: '/v1/performance/snapshots',
  about: 'performance of markets and GLVs at each midnight, newest first',
  params: snapshotsParams,
  facts: snapshotsOf,
  documented: chunkedListOf(apiSnapshots),
})
