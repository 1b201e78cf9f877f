/** Configuration of a market: the fields of markets/config, which markets/info repeats. */

import * as z from 'zod'
import type { CatalogueMarket, CatalogueToken } from '../../market/catalogue/types.js'
import { FACTOR_NAMES, factorsOf } from '../../market/liquidity/market-factors.js'
import { defineEndpoint } from './define.js'
import { listOf, rowOf } from './rows.js'
import { address, bytes, factorE30, id32, keyAddress, name, tokenAmount, usdE30 } from './values.js'

/** No market shares an inventory with another one. */
const NO_ID = [id32, () => `0x${'0'.repeat(64)}`] as const

const factors = FACTOR_NAMES.map((factor) => {
  const isUsd = /Usd|^maxOpenInterest|^maxCollateralSum/.test(factor)
  const schema = factor.endsWith('Amount') ? tokenAmount : isUsd ? usdE30 : factorE30
  return [factor, [schema, (market: CatalogueMarket) => factorsOf(market)[factor]]] as const
})

export const marketConfig = rowOf<CatalogueMarket>()(
  {
    marketTokenAddress: [keyAddress, ({ marketToken }) => marketToken],
    indexTokenAddress: [address, ({ indexToken }) => indexToken],
    longTokenAddress: [address, ({ longToken }) => longToken],
    shortTokenAddress: [address, ({ shortToken }) => shortToken],
    name: [name, ({ sdkName }) => sdkName],
    data: [bytes.or(z.literal('0x')), () => '0x'],
    isSameCollaterals: [z.boolean(), ({ longToken, shortToken }) => longToken === shortToken],
    isSpotOnly: [z.boolean(), ({ index }) => index === undefined],
    isDisabled: [z.boolean(), ({ isListed }) => !isListed],
    useOpenInterestInTokensForBalance: [z.boolean(), () => true],
    virtualMarketId: NO_ID,
    virtualIndexTokenId: NO_ID,
    virtualLongTokenId: NO_ID,
    virtualShortTokenId: NO_ID,
    maxLongPoolAmount: [
      tokenAmount,
      (market) => amountOf(market.long, factorsOf(market).maxLongPoolUsdForDeposit),
    ],
    maxShortPoolAmount: [
      tokenAmount,
      (market) => amountOf(market.short, factorsOf(market).maxShortPoolUsdForDeposit),
    ],
    ...Object.fromEntries(factors),
  },
  'ApiMarketConfig',
)

/** Raw units for USD x 10^30 at the catalogue's price. */
function amountOf({ baseQuanta, oracleDecimals }: CatalogueToken, usd: string): string {
  return String(BigInt(usd) / (BigInt(baseQuanta) * 10n ** BigInt(oracleDecimals)))
}

export const apiMarketsConfig = defineEndpoint({
  id: 'api-markets-config',
  generation: 2,
  path: '/v1/markets/config',
  about: 'configuration of each market',
  facts: ({ network }) => network.markets,
  documented: listOf(marketConfig),
})
