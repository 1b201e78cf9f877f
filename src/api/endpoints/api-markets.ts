import * as z from '../../kit/zod.js'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import { factorsOf, POSITION_LIMITS } from '../../market/liquidity/market-factors.js'
import { E30 } from './api-states.js'
import { defineEndpoint } from './define.js'
import { address, digits, factorE30, keyAddress, name, usdE30 } from './values.js'

const market = () =>
  z
    .strictObject({
      symbol: name,
      marketTokenAddress: keyAddress,
      indexTokenAddress: address,
      longTokenAddress: address,
      shortTokenAddress: address,
      isListed: z.boolean(),
      listingDate: z.int().meta({ description: 'Unix seconds' }).optional(),
      isSpotOnly: z.boolean(),
      leverageTiers: z.array(
        z.strictObject({
          maxLeverage: digits.meta({ description: 'Basis points: 1000000 is 100x' }),
          minCollateralFactor: factorE30,
        }),
      ),
      minPositionSizeUsd: usdE30,
      minCollateralUsd: usdE30,
    })
    .meta({ tsName: 'ApiMarket' })

const BASIS_POINTS = 10_000n

function render(market: CatalogueMarket) {
  const { name, marketToken, indexToken, longToken, shortToken, isListed, listedAtSeconds } = market
  const { minCollateralFactor } = factorsOf(market)
  const maxLeverage = String((E30 * BASIS_POINTS) / BigInt(minCollateralFactor))
  return {
    symbol: name,
    marketTokenAddress: marketToken,
    indexTokenAddress: indexToken,
    longTokenAddress: longToken,
    shortTokenAddress: shortToken,
    isListed,
    ...(listedAtSeconds !== undefined && { listingDate: listedAtSeconds }),
    isSpotOnly: market.index === undefined,
    leverageTiers: market.index === undefined ? [] : [{ maxLeverage, minCollateralFactor }],
    ...POSITION_LIMITS,
  }
}

export const apiMarkets = defineEndpoint({
  id: 'api-markets',
  generation: 2,
  path: '/v1/markets',
  about: 'the market catalogue, with leverage',
  params: {},
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: ({ network }) => network.markets,
  dialects: {
    documented: { schema: () => z.array(market()), render: (markets) => markets.map(render) },
  },
})
