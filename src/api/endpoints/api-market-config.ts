/** Configuration of a market: the fields of markets/config, which markets/info repeats. */
import { getOrCreate } from '../../kit/maps.js'
import * as z from '../../kit/zod.js'
import type { CatalogueMarket, CatalogueToken } from '../../market/catalogue/types.js'
import { factorsOf } from '../../market/liquidity/market-factors.js'
import { address, bytes, factorE30, id32, keyAddress, name, tokenAmount, usdE30 } from './values.js'

export const configKeys = () => ({
  marketTokenAddress: keyAddress,
  indexTokenAddress: address,
  longTokenAddress: address,
  shortTokenAddress: address,
  name,
  data: bytes.or(z.literal('0x')),
  isSameCollaterals: z.boolean(),
  isSpotOnly: z.boolean(),
  isDisabled: z.boolean(),
  useOpenInterestInTokensForBalance: z.boolean(),
  virtualMarketId: id32,
  virtualIndexTokenId: id32,
  virtualLongTokenId: id32,
  virtualShortTokenId: id32,
  maxLongPoolAmount: tokenAmount,
  maxShortPoolAmount: tokenAmount,
  maxLongPoolUsdForDeposit: usdE30,
  maxShortPoolUsdForDeposit: usdE30,
  maxOpenInterestLong: usdE30,
  maxOpenInterestShort: usdE30,
  maxCollateralSumLongTokenLong: usdE30,
  maxCollateralSumLongTokenShort: usdE30,
  maxCollateralSumShortTokenLong: usdE30,
  maxCollateralSumShortTokenShort: usdE30,
  maxLendableImpactUsd: usdE30,
  minPositionImpactPoolAmount: tokenAmount,
  lentPositionImpactPoolAmount: tokenAmount,
  ...Object.fromEntries(FACTORS.map((factor) => [factor, factorE30])),
})

/** Fields that are factors x 10^30. */
const FACTORS = [
  'reserveFactorLong',
  'reserveFactorShort',
  'openInterestReserveFactorLong',
  'openInterestReserveFactorShort',
  'borrowingFactorLong',
  'borrowingFactorShort',
  'borrowingExponentFactorLong',
  'borrowingExponentFactorShort',
  'fundingFactor',
  'fundingExponentFactor',
  'fundingIncreaseFactorPerSecond',
  'fundingDecreaseFactorPerSecond',
  'minFundingIncreaseRatePerSecond',
  'thresholdForStableFunding',
  'thresholdForDecreaseFunding',
  'minFundingFactorPerSecond',
  'minFundingFactorPerSecondLong',
  'minFundingFactorPerSecondShort',
  'maxFundingFactorPerSecond',
  'maxFundingFactorPerSecondLong',
  'maxFundingFactorPerSecondShort',
  'maxPnlFactorForTradersLong',
  'maxPnlFactorForTradersShort',
  'maxPnlFactorForDepositsLong',
  'maxPnlFactorForDepositsShort',
  'maxPnlFactorForWithdrawalsLong',
  'maxPnlFactorForWithdrawalsShort',
  'minCollateralFactor',
  'minCollateralFactorForLiquidation',
  'minCollateralFactorForOpenInterestLong',
  'minCollateralFactorForOpenInterestShort',
  'positionFeeFactorForBalanceWasImproved',
  'positionFeeFactorForBalanceWasNotImproved',
  'positionImpactFactorPositive',
  'positionImpactFactorNegative',
  'positionImpactExponentFactorPositive',
  'positionImpactExponentFactorNegative',
  'maxPositionImpactFactorPositive',
  'maxPositionImpactFactorNegative',
  'maxPositionImpactFactorForLiquidations',
  'positionImpactPoolDistributionRate',
  'maxLendableImpactFactor',
  'maxLendableImpactFactorForWithdrawals',
  'swapFeeFactorForBalanceWasImproved',
  'swapFeeFactorForBalanceWasNotImproved',
  'atomicSwapFeeFactor',
  'swapImpactFactorPositive',
  'swapImpactFactorNegative',
  'swapImpactExponentFactor',
  'withdrawalFeeFactorBalanceWasImproved',
  'withdrawalFeeFactorBalanceWasNotImproved',
] as const

/** No market shares an inventory with another one. */
const NO_ID = `0x${'0'.repeat(64)}`

export function renderConfig(market: CatalogueMarket) {
  const { marketToken, indexToken, longToken, shortToken, name, long, short, isListed } = market
  const factors = factorsOf(market)
  return {
    marketTokenAddress: marketToken,
    indexTokenAddress: indexToken,
    longTokenAddress: longToken,
    shortTokenAddress: shortToken,
    name,
    data: '0x',
    isSameCollaterals: longToken === shortToken,
    isSpotOnly: market.index === undefined,
    isDisabled: !isListed,
    useOpenInterestInTokensForBalance: true,
    virtualMarketId: NO_ID,
    virtualIndexTokenId: NO_ID,
    virtualLongTokenId: NO_ID,
    virtualShortTokenId: NO_ID,
    maxLongPoolAmount: amountOf(long, factors.maxLongPoolUsdForDeposit),
    maxShortPoolAmount: amountOf(short, factors.maxShortPoolUsdForDeposit),
    ...factors,
  }
}

const known = new WeakMap<CatalogueMarket, Buffer>()

/** The same as JSON, without the closing brace; it never changes. */
export const configBytes = (market: CatalogueMarket): Buffer =>
  getOrCreate(known, market, () => Buffer.from(JSON.stringify(renderConfig(market)).slice(0, -1)))

/** Raw units for USD x 10^30 at the catalogue's price. */
function amountOf({ baseQuanta, oracleDecimals }: CatalogueToken, usd: string): string {
  return String(BigInt(usd) / (BigInt(baseQuanta) * 10n ** BigInt(oracleDecimals)))
}
