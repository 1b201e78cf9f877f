/** Markets: the catalogue of both generations, and the state of the first. */
import * as z from '../../kit/zod.js'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import { factorsOf, POSITION_LIMITS } from '../../market/liquidity/market-factors.js'
import { GRID_SECONDS, type MarketState, YEAR_SECONDS } from '../../market/liquidity/state.js'
import { E30 } from './api-states.js'
import { defineEndpoint } from './define.js'
import { chunkedListOf, listOf, rowOf } from './rows.js'
import { address, digits, factorE30, keyAddress, name, signedDigits, usdE30 } from './values.js'

/** `listingDate` is omitted if unknown. */
export const marketRow = rowOf<CatalogueMarket>()(
  {
    name,
    marketToken: keyAddress,
    indexToken: address,
    longToken: address,
    shortToken: address,
    isListed: z.boolean(),
    listingDate: z.iso.datetime().optional(),
  },
  'Market',
)

export const markets = defineEndpoint({
  id: 'markets',
  path: '/markets',
  about: 'the market catalogue',
  facts: (world) => world.network.markets,
  documented: listOf(marketRow, 'markets'),
})

const YEAR = BigInt(YEAR_SECONDS)
const yearly = (factor: bigint) => String(factor * YEAR)

/** USD and annual fractions x 10^30, pool amounts in raw units; rates in the cost frame: positive pays. */
const info = rowOf<MarketState>()(
  {
    ...marketRow.in((state: MarketState) => state.market),
    isDisabled: [z.boolean(), ({ market }) => !market.isListed],
    openInterestLong: [digits, ({ openInterest }) => String(openInterest.long)],
    openInterestShort: [digits, ({ openInterest }) => String(openInterest.short)],
    availableLiquidityLong: [digits, ({ availableLiquidity }) => String(availableLiquidity.long)],
    availableLiquidityShort: [digits, ({ availableLiquidity }) => String(availableLiquidity.short)],
    poolAmountLong: [digits, ({ poolAmount }) => String(poolAmount.long)],
    poolAmountShort: [digits, ({ poolAmount }) => String(poolAmount.short)],
    fundingRateLong: [signedDigits, ({ perSecond }) => yearly(perSecond.funding.long)],
    fundingRateShort: [signedDigits, ({ perSecond }) => yearly(perSecond.funding.short)],
    borrowingRateLong: [digits, ({ perSecond }) => yearly(perSecond.borrowing.long)],
    borrowingRateShort: [digits, ({ perSecond }) => yearly(perSecond.borrowing.short)],
    netRateLong: [signedDigits, ({ perSecond }) => yearly(perSecond.net.long)],
    netRateShort: [signedDigits, ({ perSecond }) => yearly(perSecond.net.short)],
  },
  'MarketInfo',
)

export const marketsInfo = defineEndpoint({
  id: 'markets-info',
  path: '/markets/info',
  about: 'liquidity, open interest, pools and rates of each market',
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  facts: (world, asOfMs) => world.markets.statesAt(Math.floor(asOfMs / 1000)),
  documented: chunkedListOf(info, 'markets'),
})

const BASIS_POINTS = 10_000n

const tier = z.strictObject({
  maxLeverage: digits.describe('Basis points: 1000000 is 100x'),
  minCollateralFactor: factorE30,
})

function tiersOf(market: CatalogueMarket) {
  if (market.index === undefined) return []
  const { minCollateralFactor } = factorsOf(market)
  return [{ maxLeverage: String((E30 * BASIS_POINTS) / BigInt(minCollateralFactor)), minCollateralFactor }]
}

const apiMarket = rowOf<CatalogueMarket>()(
  {
    symbol: [name, ({ name }) => name],
    marketTokenAddress: [keyAddress, ({ marketToken }) => marketToken],
    indexTokenAddress: [address, ({ indexToken }) => indexToken],
    longTokenAddress: [address, ({ longToken }) => longToken],
    shortTokenAddress: [address, ({ shortToken }) => shortToken],
    isListed: z.boolean(),
    listingDate: [z.int().describe('Unix seconds').optional(), ({ listedAtSeconds }) => listedAtSeconds],
    isSpotOnly: [z.boolean(), ({ index }) => index === undefined],
    leverageTiers: [z.array(tier), tiersOf],
    minCollateralUsd: [usdE30, () => POSITION_LIMITS.minCollateralUsd],
    minPositionSizeUsd: [usdE30, () => POSITION_LIMITS.minPositionSizeUsd],
  },
  'ApiMarket',
)

export const apiMarkets = defineEndpoint({
  id: 'api-markets',
  generation: 2,
  path: '/v1/markets',
  about: 'the market catalogue, with leverage',
  facts: ({ network }) => network.markets,
  documented: listOf(apiMarket),
})
