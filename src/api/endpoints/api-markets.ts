import * as z from 'zod'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import { factorsOf, POSITION_LIMITS } from '../../market/liquidity/market-factors.js'
import { E30 } from './api-states.js'
import { defineEndpoint } from './define.js'
import { listOf, rowOf } from './rows.js'
import { address, digits, factorE30, keyAddress, name, usdE30 } from './values.js'

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

const market = rowOf<CatalogueMarket>()(
  {
    symbol: [name, ({ sdkName }) => sdkName],
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
  documented: listOf(market),
})
