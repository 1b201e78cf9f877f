/** State of a market: the fields of markets/values, which markets/info repeats. */
import * as z from '../../kit/zod.js'
import { DAY_SECONDS } from '../../market/price/periods.js'
import { E30, interestInTokens, type PricedState, perSecond } from './api-states.js'
import { factorE30, keyAddress, signedTokenAmount, tokenAmount, usdE30 } from './values.js'

export const valueKeys = () => ({
  marketTokenAddress: keyAddress,
  longInterestUsd: usdE30,
  shortInterestUsd: usdE30,
  longInterestInTokens: tokenAmount,
  shortInterestInTokens: tokenAmount,
  longPoolAmount: tokenAmount,
  shortPoolAmount: tokenAmount,
  poolValueMin: usdE30,
  poolValueMax: usdE30,
  totalBorrowingFees: usdE30,
  positionImpactPoolAmount: tokenAmount,
  swapImpactPoolAmountLong: tokenAmount,
  swapImpactPoolAmountShort: tokenAmount,
  borrowingFactorPerSecondForLongs: factorE30,
  borrowingFactorPerSecondForShorts: factorE30,
  fundingFactorPerSecond: factorE30,
  longsPayShorts: z.boolean(),
  virtualPoolAmountForLongToken: tokenAmount,
  virtualPoolAmountForShortToken: tokenAmount,
  virtualInventoryForPositions: signedTokenAmount,
  virtualInventoryForPositionsInTokens: signedTokenAmount,
})

/** Impact pools, as parts of the open interest and of the pool. */
const POSITION_IMPACT_PART = 1000n
const SWAP_IMPACT_PART = 10_000n

export function renderValues(state: PricedState) {
  const { market, openInterest, poolAmount, long, short } = state
  const tokens = interestInTokens(state)
  const { borrowing, funding } = perSecond(state)
  const valueBy = (bound: 'min' | 'max') =>
    String(poolAmount.long * long[bound] + poolAmount.short * short[bound])
  const daily = (side: 'long' | 'short') => openInterest[side] * borrowing[side] * BigInt(DAY_SECONDS)
  return {
    marketTokenAddress: market.marketToken,
    longInterestUsd: String(openInterest.long),
    shortInterestUsd: String(openInterest.short),
    longInterestInTokens: String(tokens.long),
    shortInterestInTokens: String(tokens.short),
    longPoolAmount: String(poolAmount.long),
    shortPoolAmount: String(poolAmount.short),
    poolValueMin: valueBy('min'),
    poolValueMax: valueBy('max'),
    totalBorrowingFees: String((daily('long') + daily('short')) / E30),
    positionImpactPoolAmount: String((tokens.long + tokens.short) / POSITION_IMPACT_PART),
    swapImpactPoolAmountLong: String(poolAmount.long / SWAP_IMPACT_PART),
    swapImpactPoolAmountShort: String(poolAmount.short / SWAP_IMPACT_PART),
    borrowingFactorPerSecondForLongs: String(borrowing.long),
    borrowingFactorPerSecondForShorts: String(borrowing.short),
    fundingFactorPerSecond: String(funding.long > 0n ? funding.long : funding.short),
    longsPayShorts: funding.long > 0n,
    virtualPoolAmountForLongToken: '0',
    virtualPoolAmountForShortToken: '0',
    virtualInventoryForPositions: '0',
    virtualInventoryForPositionsInTokens: '0',
  }
}
