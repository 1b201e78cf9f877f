import * as z from 'zod'
import { GRID_SECONDS } from '../../market/liquidity/state.js'
import { type TradingState, tradingStatesAt } from './api-states.js'
import { defineEndpoint } from './define.js'
import { chunkedListOf, rowOf } from './rows.js'
import { address, keyAddress, usdE30 } from './values.js'

export const noShifts = [z.array(z.strictObject({})).max(0), () => []] as const

/** The reserve of a side: no vault shifts liquidity in time. */
export const reserveOf = ({ openInterest, availableLiquidity }: TradingState, side: 'long' | 'short') =>
  String(openInterest[side] + availableLiquidity[side])

const liquidity = rowOf<TradingState>()(
  {
    market: [keyAddress, ({ market }) => market.marketToken],
    glv: [address.or(z.literal('')), () => ''],
    maxReservedUsdWithJitLong: [usdE30, (state) => reserveOf(state, 'long')],
    maxReservedUsdWithJitShort: [usdE30, (state) => reserveOf(state, 'short')],
    glvShiftParams: noShifts,
  },
  'ApiJitLiquidity',
)

export const apiJitLiquidity = defineEndpoint({
  id: 'api-jit-liquidity',
  generation: 2,
  path: '/v1/jit/liquidity_info',
  about: 'reserve of each market with the liquidity that GLVs could shift in, which is none',
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  facts: (world, asOfMs) => tradingStatesAt(world, asOfMs, ({ isListed }) => isListed),
  documented: chunkedListOf(liquidity, 'liquidityInfos'),
})
