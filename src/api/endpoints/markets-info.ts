import * as z from '../../kit/zod.js'
import { GRID_SECONDS, type MarketState } from '../../market/liquidity/state.js'
import { defineEndpoint } from './define.js'
import { marketRow } from './markets.js'
import { chunkedListOf, rowOf } from './rows.js'
import { digits, signedDigits } from './values.js'

/** USD and annual fractions x 10^30, pool amounts in raw units; rates in the cost frame: positive pays. */
const info = rowOf<MarketState>()(
  {
    ...marketRow.in((state: MarketState) => state.market),
    isDisabled: z.boolean(),
    openInterestLong: [digits, ({ openInterest }) => String(openInterest.long)],
    openInterestShort: [digits, ({ openInterest }) => String(openInterest.short)],
    availableLiquidityLong: [digits, ({ availableLiquidity }) => String(availableLiquidity.long)],
    availableLiquidityShort: [digits, ({ availableLiquidity }) => String(availableLiquidity.short)],
    poolAmountLong: [digits, ({ poolAmount }) => String(poolAmount.long)],
    poolAmountShort: [digits, ({ poolAmount }) => String(poolAmount.short)],
    fundingRateLong: [signedDigits, ({ rates }) => String(rates.funding.long)],
    fundingRateShort: [signedDigits, ({ rates }) => String(rates.funding.short)],
    borrowingRateLong: [digits, ({ rates }) => String(rates.borrowing.long)],
    borrowingRateShort: [digits, ({ rates }) => String(rates.borrowing.short)],
    netRateLong: [signedDigits, ({ rates }) => String(rates.net.long)],
    netRateShort: [signedDigits, ({ rates }) => String(rates.net.short)],
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
