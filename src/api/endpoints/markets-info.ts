import * as z from 'zod'
import { GRID_SECONDS, type MarketState, YEAR_SECONDS } from '../../market/liquidity/state.js'
import { defineEndpoint } from './define.js'
import { marketRow } from './markets.js'
import { chunkedListOf, rowOf } from './rows.js'
import { digits, signedDigits } from './values.js'

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
    netRateLong: [signedDigits, ({ perSecond }) => yearly(perSecond.funding.long + perSecond.borrowing.long)],
    netRateShort: [
      signedDigits,
      ({ perSecond }) => yearly(perSecond.funding.short + perSecond.borrowing.short),
    ],
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
