import * as z from 'zod'
import { factorsOf } from '../../market/liquidity/market-factors.js'
import type { Side } from '../../market/liquidity/state.js'
import { type TradingState, tradingStatesAt, unknownMarket } from './api-states.js'
import { anyText, defineEndpoint, oneOf, param } from './define.js'
import { plainDigits } from './values.js'

const amount = plainDigits.describe('USD x 10^30')

export const tradingCapacity = () =>
  z
    .strictObject({
      availableLiquidity: amount,
      baseAvailableLiquidity: amount,
      jitAvailableLiquidity: amount,
      limitingFactor: z.enum(['reserve', 'openInterest', 'both', 'notApplicable']),
      jitDataStatus: z.enum(['available', 'stale', 'unavailable']),
      marketDataStatus: z.enum(['fresh', 'stale']),
    })
    .meta({ tsName: 'ApiTradingCapacity' })

/** Remaining capacity of a side, within the pool's reserve and the limit of open interest. No vault shifts liquidity in time. */
export function capacityOf({ market, openInterest, availableLiquidity }: TradingState, side: Side) {
  const factors = factorsOf(market)
  const limit = BigInt(side === 'long' ? factors.maxOpenInterestLong : factors.maxOpenInterestShort)
  const byReserve = availableLiquidity[side]
  const byInterest = limit > openInterest[side] ? limit - openInterest[side] : 0n
  const available = String(byReserve < byInterest ? byReserve : byInterest)
  const byBoth = byReserve === byInterest ? 'both' : byReserve < byInterest ? 'reserve' : 'openInterest'
  return {
    availableLiquidity: available,
    baseAvailableLiquidity: available,
    jitAvailableLiquidity: '0',
    limitingFactor: limit === 0n ? 'notApplicable' : byBoth,
    jitDataStatus: 'available',
    marketDataStatus: 'fresh',
  }
}

export const apiTradingCapacity = defineEndpoint({
  id: 'api-trading-capacity',
  generation: 2,
  path: '/v1/markets/trading-capacity',
  about: 'size that a side of a market may still open',
  params: {
    symbol: param({
      format: anyText,
      required: true,
      about: 'name of a market with an index token',
      example: ({ markets }) => markets.find(({ index }) => index !== undefined)?.sdkName,
      check: (symbol, world) => unknownMarket([symbol], world, ({ sdkName }) => sdkName),
    }),
    direction: param({
      format: oneOf(['long', 'short']),
      required: true,
      about: 'side of the position',
      example: 'long',
    }),
  },
  windowMs: () => 1000,
  facts(world, asOfMs, { symbol, direction }) {
    const [state] = tradingStatesAt(world, asOfMs, ({ sdkName }) => sdkName === symbol)
    return capacityOf(state!, direction)
  },
  documented: { schema: tradingCapacity },
})
