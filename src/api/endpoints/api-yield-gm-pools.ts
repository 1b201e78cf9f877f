import * as z from 'zod'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import { GRID_SECONDS, LENGTH_SECONDS, RATE_PERIODS, type RatePeriod } from '../../market/liquidity/state.js'
import type { World } from '../../market/world/types.js'
import { poolUsdAt, unknownMarket } from './api-states.js'
import { addressList, defineEndpoint, oneOf, param, trueOrFalse } from './define.js'
import { chunkedListOf, rowOf } from './rows.js'
import { keyAddress, part, usdValue } from './values.js'

/** Instants per window at which pools are valued. */
const SAMPLES = 12

/** Traders have no profit here: positions are worth what they cost. */
const NO_PROFIT = {
  realizedPnlLongUsd: 0,
  realizedPnlShortUsd: 0,
  unrealizedPnlLongUsd: 0,
  unrealizedPnlShortUsd: 0,
}

interface PoolYield {
  readonly marketToken: string
  readonly feeApy: number
  readonly timeWeightedPoolValue: number
  readonly window: {
    readonly period: RatePeriod
    readonly startTimestamp: number
    readonly endTimestamp: number
  }
  readonly components?: typeof NO_PROFIT
}

function* yieldsAt(
  world: World,
  asOfMs: number,
  period: RatePeriod,
  isWanted: (marketToken: string) => boolean,
  withComponents: boolean,
): Generator<PoolYield | undefined> {
  const endTimestamp = Math.floor(asOfMs / 1000 / GRID_SECONDS) * GRID_SECONDS
  const startTimestamp = endTimestamp - LENGTH_SECONDS[period]
  const sums = new Map<string, { usd: number; count: number }>()
  for (let n = 0; n < SAMPLES; n++) {
    const at = startTimestamp + ((n + 0.5) * LENGTH_SECONDS[period]) / SAMPLES
    for (const [{ marketToken }, value] of poolUsdAt(world, at)) {
      const sum = sums.get(marketToken) ?? { usd: 0, count: 0 }
      sums.set(marketToken, { usd: sum.usd + value, count: sum.count + 1 })
      yield undefined
    }
  }
  for (const one of world.liquidity.yieldsAt(endTimestamp, period)) {
    if (one === undefined) yield undefined
    if (one?.entity !== 'Market' || !isWanted(one.address.toLowerCase())) continue
    const { usd, count } = sums.get(one.address) ?? { usd: 0, count: 1 }
    yield {
      marketToken: one.address,
      feeApy: one.value,
      timeWeightedPoolValue: Math.round((100 * usd) / count) / 100,
      window: { period, startTimestamp, endTimestamp },
      ...(withComponents && { components: NO_PROFIT }),
    }
  }
}

const profit = z.number()
const seconds = z.int().describe('Unix seconds')

const poolYield = rowOf<PoolYield>()(
  {
    marketToken: keyAddress,
    feeApy: part,
    tradersPnlUsd: [profit, () => 0],
    tradersPnlApr: [profit, () => 0],
    timeWeightedPoolValue: usdValue,
    window: z.strictObject({
      period: z.enum(RATE_PERIODS),
      startTimestamp: seconds,
      endTimestamp: seconds,
    }),
    components: z
      .strictObject({
        realizedPnlLongUsd: profit,
        realizedPnlShortUsd: profit,
        unrealizedPnlLongUsd: profit,
        unrealizedPnlShortUsd: profit,
      })
      .optional(),
  },
  'ApiPoolYield',
)

const addressOf = ({ marketToken }: CatalogueMarket) => marketToken.toLowerCase()

export const apiYieldGmPools = defineEndpoint({
  id: 'api-yield-gm-pools',
  generation: 2,
  path: '/v1/yield/gm-pools',
  about: 'yield of fees and result of traders, by market',
  params: {
    pools: param({
      format: addressList,
      isRepeatable: true,
      about: 'market tokens, repeated or separated by commas (default: all)',
      check: (wanted, world) => unknownMarket(wanted, world, addressOf, true),
    }),
    period: param({
      format: oneOf(RATE_PERIODS),
      default: '7d',
      about: 'period of the fees (default: 7d)',
      example: '7d',
    }),
    includeComponents: param({
      format: trueOrFalse,
      about: 'whether to add the result of traders by side',
      example: 'true',
    }),
  },
  facts: (world, asOfMs, { pools, period, includeComponents = false }) =>
    yieldsAt(world, asOfMs, period, (address) => pools?.includes(address) ?? true, includeComponents),
  documented: chunkedListOf(poolYield, 'pools'),
})
