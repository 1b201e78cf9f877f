import * as z from 'zod'
import { turnoverOf } from '../../market/liquidity/market-factors.js'
import type { Side } from '../../market/liquidity/state.js'
import { E30, type TradingState, tradingStatesAt } from './api-states.js'
import { defineEndpoint } from './define.js'
import { chunkedListOf, fixed, rowOf } from './rows.js'
import { highUsd, keyAddress, lowUsd, milliseconds, name, orNull, part, usdValue } from './values.js'

const HOUR_MS = 3_600_000
const HOUR_SECONDS = HOUR_MS / 1000

const CENT = E30 / 100n

function toUsd(e30: bigint): number {
  return Number(e30 / CENT) / 100
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

const sideUsd = ({ openInterest }: TradingState, side: Side) => toUsd(openInterest[side])
const interestUsd = (state: TradingState) => sideUsd(state, 'long') + sideUsd(state, 'short')
const inUsd = ({ indexToken }: TradingState, quanta: number) => quanta / 10 ** indexToken.priceDecimals
const ofDay = (state: TradingState, name: 'high' | 'low') =>
  state.day.isWhole ? inUsd(state, state.day.fold[name]) : null
/** As in the fees of a day: open interest is turned over more often in volatile markets. */
const volumeOf = (state: TradingState) =>
  cents(interestUsd(state) * turnoverOf(state.day.fold.high / state.day.fold.low - 1))
const fundingOf = ({ perSecond }: TradingState) => (Number(perSecond.funding.long) * HOUR_SECONDS) / 1e30

const pair = rowOf<TradingState>()(
  {
    ticker_id: [z.string(), ({ market }) => `${market.baseSymbol}_USD`],
    base_currency: [name, ({ market }) => market.baseSymbol],
    target_currency: [z.string(), () => 'USD'],
    pool_id: [keyAddress, ({ market }) => market.marketToken],
    product_type: fixed('Perpetual'),
    last_price: [usdValue, (state) => inUsd(state, state.day.fold.close)],
    high: [orNull(highUsd), (state) => ofDay(state, 'high')],
    low: [orNull(lowUsd), (state) => ofDay(state, 'low')],
    base_volume: [
      z.number().meta({ role: 'value' }),
      (state) => volumeOf(state) / inUsd(state, state.day.fold.close),
    ],
    target_volume: [usdValue, volumeOf],
    volume_usd: [usdValue, volumeOf],
    open_interest: [usdValue, (state) => cents(interestUsd(state))],
    long_open_interest: [usdValue, (state) => sideUsd(state, 'long')],
    short_open_interest: [usdValue, (state) => sideUsd(state, 'short')],
    funding_rate: [part.describe('What longs pay per hour: 0.0001 is 0.01 %'), fundingOf],
    next_funding_rate: [part, fundingOf],
    next_funding_rate_timestamp: [milliseconds, ({ asOfMs }) => (Math.floor(asOfMs / HOUR_MS) + 1) * HOUR_MS],
    liquidity_in_usd: [
      usdValue,
      ({ poolAmount, now: { long, short } }) =>
        toUsd(poolAmount.long * long.median + poolAmount.short * short.median),
    ],
  },
  'ApiPair',
)

export const apiPairs = defineEndpoint({
  id: 'api-pairs',
  generation: 2,
  path: '/v1/pairs',
  about: 'markets with an index token, as listings of exchanges read them',
  facts: (world, asOfMs) => tradingStatesAt(world, asOfMs, ({ isListed }) => isListed),
  documented: chunkedListOf(pair),
})
