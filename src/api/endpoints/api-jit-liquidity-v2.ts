import * as z from 'zod'
import type { Side } from '../../market/liquidity/state.js'
import { apiJitLiquidity, noShifts, reserveOf } from './api-jit-liquidity.js'
import type { TradingState } from './api-states.js'
import { defineEndpoint } from './define.js'
import { chunkedListOf, rowOf } from './rows.js'
import { address, keyAddress, plainDigits } from './values.js'

const [shifts, none] = noShifts
const side = () =>
  z.strictObject({ maxReservedUsd: plainDigits.describe('USD x 10^30'), glvShiftParams: shifts })
const sideOf = (state: TradingState, of: Side) => ({
  maxReservedUsd: reserveOf(state, of),
  glvShiftParams: none(),
})

const liquidity = rowOf<TradingState>()(
  {
    market: [keyAddress, ({ market }) => market.marketToken],
    glv: [address.or(z.literal('')), () => ''],
    long: [side(), (state) => sideOf(state, 'long')],
    short: [side(), (state) => sideOf(state, 'short')],
  },
  'ApiJitLiquidityV2',
)

export const apiJitLiquidityV2 = defineEndpoint({
  ...apiJitLiquidity,
  id: 'api-jit-liquidity-v2',
  path: '/v2/jit/liquidity_info',
  about: 'the same, by side',
  documented: chunkedListOf(liquidity, 'v2JitLiquidityInfos'),
})
