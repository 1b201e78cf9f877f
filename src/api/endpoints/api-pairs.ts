import * as z from '../../kit/zod.js'
import { turnoverOf } from '../../market/liquidity/market-kind.js'
import { bySide } from '../../market/liquidity/state.js'
import { E30, perSecond, type TradingState, tradingStatesAt } from './api-states.js'
import { listChunks } from './chunks.js'
import { defineEndpoint } from './define.js'
import { highUsd, keyAddress, lowUsd, milliseconds, name, part, usd } from './values.js'

const HOUR_MS = 3_600_000
const HOUR_SECONDS = HOUR_MS / 1000

const pair = () =>
  z
    .strictObject({
      ticker_id: z.string(),
      base_currency: name,
      target_currency: z.string(),
      pool_id: keyAddress,
      product_type: z.literal('Perpetual'),
      last_price: usd,
      high: highUsd,
      low: lowUsd,
      base_volume: z.number().meta({ role: 'value' }),
      target_volume: usd,
      volume_usd: usd,
      open_interest: usd,
      long_open_interest: usd,
      short_open_interest: usd,
      funding_rate: part.meta({ description: 'What longs pay per hour: 0.0001 is 0.01 %' }),
      next_funding_rate: part,
      next_funding_rate_timestamp: milliseconds,
      liquidity_in_usd: usd,
    })
    .meta({ tsName: 'ApiPair' })

interface PairsFacts {
  readonly states: Iterable<TradingState>
  readonly asOfMs: number
}

const renderAt = (asOfMs: number) => (state: TradingState) => {
  const { market, indexToken, day, now, openInterest, poolAmount } = state
  const unit = 10 ** indexToken.priceDecimals
  const { long, short } = bySide((side) => toUsd(openInterest[side]))
  const price = day.close / unit
  // As in the fees of a day: open interest is turned over more often in volatile markets.
  const volume = cents((long + short) * turnoverOf(day.high / day.low - 1))
  const fundingRate = (Number(perSecond(state).funding.long) * HOUR_SECONDS) / 1e30
  return {
    ticker_id: `${indexToken.symbol}_USD`,
    base_currency: indexToken.symbol,
    target_currency: 'USD',
    pool_id: market.marketToken,
    product_type: 'Perpetual' as const,
    last_price: price,
    high: day.high / unit,
    low: day.low / unit,
    base_volume: volume / price,
    target_volume: volume,
    volume_usd: volume,
    open_interest: cents(long + short),
    long_open_interest: long,
    short_open_interest: short,
    funding_rate: fundingRate,
    next_funding_rate: fundingRate,
    next_funding_rate_timestamp: (Math.floor(asOfMs / HOUR_MS) + 1) * HOUR_MS,
    liquidity_in_usd: toUsd(poolAmount.long * now.long.median + poolAmount.short * now.short.median),
  }
}

const CENT = E30 / 100n

function toUsd(e30: bigint): number {
  return Number(e30 / CENT) / 100
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

export const apiPairs = defineEndpoint({
  id: 'api-pairs',
  generation: 2,
  path: '/v1/pairs',
  about: 'markets with an index token, as listings of exchanges read them',
  params: {},
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: (world, asOfMs): PairsFacts => ({
    states: tradingStatesAt(world, Math.floor(asOfMs / 1000), ({ isListed }) => isListed),
    asOfMs,
  }),
  dialects: {
    documented: {
      schema: () => z.array(pair()),
      render: ({ states, asOfMs }) => Array.from(states, renderAt(asOfMs)),
      chunks: ({ states, asOfMs }) => listChunks(states, renderAt(asOfMs), '[', ']'),
    },
  },
})
