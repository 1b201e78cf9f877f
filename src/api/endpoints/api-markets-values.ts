import * as z from 'zod'
import { bySide, GRID_SECONDS } from '../../market/liquidity/state.js'
import { DAY_SECONDS } from '../../market/price/periods.js'
import { E30, type PricedState, pricedStatesAt } from './api-states.js'
import { defineEndpoint } from './define.js'
import { chunkedListOf, rowOf } from './rows.js'
import { factorE30, keyAddress, milliseconds, signedTokenAmount, tokenAmount, usdE30 } from './values.js'

/** Impact pools, as parts of the open interest and of the pool. */
const POSITION_IMPACT_PART = 1000n
const SWAP_IMPACT_PART = 10_000n

const poolValue = ({ poolAmount, long, short }: PricedState, bound: 'min' | 'max') =>
  String(poolAmount.long * long[bound] + poolAmount.short * short[bound])

/** Borrowing fees of a day. */
function totalFees({ openInterest, perSecond: { borrowing } }: PricedState): bigint {
  const { long, short } = bySide((side) => openInterest[side] * borrowing[side] * BigInt(DAY_SECONDS))
  return (long + short) / E30
}

const NONE = [tokenAmount, () => '0'] as const
const NONE_SIGNED = [signedTokenAmount, () => '0'] as const

/** The fields that markets/info repeats. */
export const marketValues = rowOf<PricedState>()({
  marketTokenAddress: [keyAddress, ({ market }) => market.marketToken],
  longInterestUsd: [usdE30, ({ openInterest }) => String(openInterest.long)],
  shortInterestUsd: [usdE30, ({ openInterest }) => String(openInterest.short)],
  longInterestInTokens: [tokenAmount, ({ interestInTokens }) => String(interestInTokens.long)],
  shortInterestInTokens: [tokenAmount, ({ interestInTokens }) => String(interestInTokens.short)],
  longPoolAmount: [tokenAmount, ({ poolAmount }) => String(poolAmount.long)],
  shortPoolAmount: [tokenAmount, ({ poolAmount }) => String(poolAmount.short)],
  poolValueMin: [usdE30, (state) => poolValue(state, 'min')],
  poolValueMax: [usdE30, (state) => poolValue(state, 'max')],
  totalBorrowingFees: [usdE30, (state) => String(totalFees(state))],
  positionImpactPoolAmount: [
    tokenAmount,
    ({ interestInTokens: { long, short } }) => String((long + short) / POSITION_IMPACT_PART),
  ],
  swapImpactPoolAmountLong: [tokenAmount, ({ poolAmount }) => String(poolAmount.long / SWAP_IMPACT_PART)],
  swapImpactPoolAmountShort: [tokenAmount, ({ poolAmount }) => String(poolAmount.short / SWAP_IMPACT_PART)],
  borrowingFactorPerSecondForLongs: [factorE30, ({ perSecond }) => String(perSecond.borrowing.long)],
  borrowingFactorPerSecondForShorts: [factorE30, ({ perSecond }) => String(perSecond.borrowing.short)],
  fundingFactorPerSecond: [
    factorE30,
    ({ perSecond: { funding } }) => String(funding.long > 0n ? funding.long : funding.short),
  ],
  longsPayShorts: [z.boolean(), ({ perSecond }) => perSecond.funding.long > 0n],
  virtualPoolAmountForLongToken: NONE,
  virtualPoolAmountForShortToken: NONE,
  virtualInventoryForPositions: NONE_SIGNED,
  virtualInventoryForPositionsInTokens: NONE_SIGNED,
})

/** The markets are pulled one after the other, so each has its own instant of the last cycle. */
const PULL_CYCLE_MS = 4000

function updatedAtOf({ market: { marketToken }, asOfMs }: PricedState): number {
  return asOfMs - (Number.parseInt(marketToken.slice(-8), 16) % PULL_CYCLE_MS)
}

const values = rowOf<PricedState>()(
  {
    ...marketValues.in((state: PricedState) => state),
    updatedAt: [milliseconds, updatedAtOf],
  },
  'ApiMarketValues',
)

export const apiMarketsValues = defineEndpoint({
  id: 'api-markets-values',
  generation: 2,
  path: '/v1/markets/values',
  about: 'state of each market: pools, open interest and rates',
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  facts: pricedStatesAt,
  documented: chunkedListOf(values),
})
