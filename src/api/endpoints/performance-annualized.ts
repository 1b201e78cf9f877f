import { decimalOf } from '../../kit/numbers/decimal.js'
import {
  type OfEntity,
  type Performance,
  RATE_PERIODS,
  type RatePeriod,
} from '../../market/liquidity/state.js'
import type { World } from '../../market/world/types.js'
import { anyText, defineEndpoint, oneOf, param } from './define.js'
import { chunkedListOf, rowOf } from './rows.js'
import { decimalText, entity, keyAddress } from './values.js'

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

export const performanceParams = <const Period extends RatePeriod>(
  about: string,
  example: Period,
  periods: readonly Period[],
) => {
  const byDefault = '90d' as Period & '90d'
  const described = { format: oneOf(periods), about: `${about} (default: 90d)`, example }
  return { period: param<Period>({ ...described, default: byDefault }), address }
}

/** How far back snapshots go. */
export const snapshotsParams = performanceParams('how far back', '7d', RATE_PERIODS)

/** The fields of an entity that all its rows begin with. */
export const entityFields = { address: keyAddress, entity }

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
  params: performanceParams('period measured', '30d', PERIODS),
  facts: (world, asOfMs, { period, address }) =>
    world.liquidity.performancesAt(Math.floor(asOfMs / 1000), period, address),
  documented: chunkedListOf(performance),
})
