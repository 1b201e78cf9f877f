import { zeros } from '../../kit/numbers/decimal.js'
import * as z from '../../kit/zod.js'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import { bySide } from '../../market/liquidity/state.js'
import type { World } from '../../market/world/types.js'
import { interestInTokens, perSecond, type TradingState, tradingStatesAt } from './api-states.js'
import { listChunks } from './chunks.js'
import { defineEndpoint, param } from './define.js'
import { textList } from './formats.js'
import {
  factorE30,
  keyAddress,
  maxUsdPrice,
  minUsdPrice,
  name,
  signedDigits,
  signedFactorE30,
  tokenAmount,
  usdE30,
  wholeTokenPrice,
  wholeTokenPriceChange,
} from './values.js'

const HOURLY = { description: 'Per hour x 10^30; positive is received' }

const ticker = () =>
  z
    .strictObject({
      symbol: name,
      marketTokenAddress: keyAddress,
      minPrice: minUsdPrice,
      maxPrice: maxUsdPrice,
      markPrice: wholeTokenPrice,
      high24h: wholeTokenPrice,
      low24h: wholeTokenPrice,
      open24h: wholeTokenPrice,
      close24h: wholeTokenPrice,
      priceChange24h: wholeTokenPriceChange,
      priceChangePercent24hBps: signedDigits,
      longInterestInTokens: tokenAmount,
      shortInterestInTokens: tokenAmount,
      longInterestUsd: usdE30,
      shortInterestUsd: usdE30,
      longInterestUsdMark: usdE30,
      shortInterestUsdMark: usdE30,
      availableLiquidityLong: usdE30,
      availableLiquidityShort: usdE30,
      poolAmountLongUsd: usdE30,
      poolAmountShortUsd: usdE30,
      fundingRateLong: signedFactorE30.meta(HOURLY),
      fundingRateShort: signedFactorE30.meta(HOURLY),
      borrowingRateLong: factorE30.meta({ description: 'Per hour x 10^30, paid' }),
      borrowingRateShort: factorE30.meta({ description: 'Per hour x 10^30, paid' }),
      netRateLong: signedFactorE30.meta(HOURLY),
      netRateShort: signedFactorE30.meta(HOURLY),
    })
    .meta({ tsName: 'ApiMarketTicker' })

const HOUR_SECONDS = 3600n
const BASIS_POINTS = 10_000n

function render(state: TradingState) {
  const { market, indexToken, now, day, openInterest, availableLiquidity, poolAmount } = state
  const { min, max } = now.index
  const mark = (min + max) / 2n
  const tokens = interestInTokens(state)
  const whole = 10n ** BigInt(indexToken.decimals)
  const ofQuanta = (quanta: number) => `${quanta}${zeros(30 - indexToken.priceDecimals)}`
  const open = BigInt(ofQuanta(day.open))
  const change = BigInt(ofQuanta(day.close)) - open
  const second = perSecond(state)
  const funding = bySide((side) => -second.funding[side] * HOUR_SECONDS)
  const borrowing = bySide((side) => second.borrowing[side] * HOUR_SECONDS)
  const poolUsd = bySide((side) => (poolAmount[side] * (now[side].min + now[side].max)) / 2n)
  return {
    symbol: market.name,
    marketTokenAddress: market.marketToken,
    minPrice: String(min * whole),
    maxPrice: String(max * whole),
    markPrice: String(mark * whole),
    high24h: ofQuanta(day.high),
    low24h: ofQuanta(day.low),
    open24h: ofQuanta(day.open),
    close24h: ofQuanta(day.close),
    priceChange24h: String(change),
    priceChangePercent24hBps: String((change * BASIS_POINTS) / open),
    longInterestInTokens: String(tokens.long),
    shortInterestInTokens: String(tokens.short),
    longInterestUsd: String(openInterest.long),
    shortInterestUsd: String(openInterest.short),
    longInterestUsdMark: String(tokens.long * mark),
    shortInterestUsdMark: String(tokens.short * mark),
    availableLiquidityLong: String(availableLiquidity.long),
    availableLiquidityShort: String(availableLiquidity.short),
    poolAmountLongUsd: String(poolUsd.long),
    poolAmountShortUsd: String(poolUsd.short),
    fundingRateLong: String(funding.long),
    fundingRateShort: String(funding.short),
    borrowingRateLong: String(borrowing.long),
    borrowingRateShort: String(borrowing.short),
    netRateLong: String(funding.long - borrowing.long),
    netRateShort: String(funding.short - borrowing.short),
  }
}

const addressOf = ({ marketToken }: CatalogueMarket) => marketToken.toLowerCase()
const nameOf = ({ name }: CatalogueMarket) => name

function unknownOf(
  wanted: readonly string[],
  { network }: World,
  wordOf: (market: CatalogueMarket) => string,
): string | undefined {
  const known = new Set(network.markets.filter(({ index }) => index !== undefined).map(wordOf))
  const strange = wanted.find((word) => !known.has(word))
  return (
    strange && `names ${strange}, which is not a market with an index token of this network, see /v1/markets`
  )
}

export const apiMarketsTickers = defineEndpoint({
  id: 'api-markets-tickers',
  generation: 2,
  path: '/v1/markets/tickers',
  about: 'prices, interest, liquidity and rates of each market with an index token',
  params: {
    addresses: param({
      format: {
        ...textList,
        parse: (text: string) => text.toLowerCase().split(','),
      },
      isRepeatable: true,
      about: 'market tokens, repeated or separated by commas (default: all)',
      check: (wanted, world) => unknownOf(wanted, world, addressOf),
    }),
    symbols: param({
      format: textList,
      isRepeatable: true,
      about: 'names of markets, repeated or separated by commas (default: all)',
      check: (wanted, world) => unknownOf(wanted, world, nameOf),
    }),
  },
  windowMs: () => 1000,
  timeoutMs: 60_000,
  facts: (world, asOfMs, { addresses, symbols }) =>
    tradingStatesAt(
      world,
      Math.floor(asOfMs / 1000),
      (market) =>
        (addresses?.includes(addressOf(market)) ?? true) && (symbols?.includes(nameOf(market)) ?? true),
    ),
  dialects: {
    documented: {
      schema: () => z.array(ticker()),
      render: (states) => Array.from(states, render),
      chunks: (states) => listChunks(states, render, '[', ']'),
    },
  },
})
