import { zeros } from '../../kit/numbers/decimal.js'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import type { Side } from '../../market/liquidity/state.js'
import type { Fold } from '../../market/price/prices.js'
import { type TradingState, tradingStatesAt, unknownMarket } from './api-states.js'
import { capacityOf, tradingCapacity } from './api-trading-capacity.js'
import { addressList, defineEndpoint, param, textList } from './define.js'
import { chunkedListOf, rowOf } from './rows.js'
import {
  factorE30,
  keyAddress,
  maxUsdPrice,
  minUsdPrice,
  name,
  orNull,
  signedDigits,
  signedFactorE30,
  tokenAmount,
  usdE30,
  wholeTokenPrice,
  wholeTokenPriceChange,
} from './values.js'

const HOUR_SECONDS = 3600n
const BASIS_POINTS = 10_000n

const ofDay = ({ day, indexToken }: TradingState, name: keyof Fold) =>
  day.isWhole ? `${day.fold[name]}${zeros(30 - indexToken.priceDecimals)}` : null
const wholeToken = ({ indexToken }: TradingState, unitPrice: bigint) =>
  String(unitPrice * 10n ** BigInt(indexToken.decimals))
const markOf = ({ now: { index } }: TradingState) => (index.min + index.max) / 2n
/** The change over the day in `per` parts of the opening price, or of 1. */
const changeOf = (state: TradingState, per?: bigint) => {
  const [open, close] = [ofDay(state, 'open'), ofDay(state, 'close')]
  if (open === null || close === null) return null
  const change = BigInt(close) - BigInt(open)
  return String(per === undefined ? change : (change * per) / BigInt(open))
}
const poolUsd = ({ poolAmount, now }: TradingState, side: Side) =>
  String((poolAmount[side] * (now[side].min + now[side].max)) / 2n)
const funding = ({ perSecond }: TradingState, side: Side) => -perSecond.funding[side] * HOUR_SECONDS
const borrowing = ({ perSecond }: TradingState, side: Side) => perSecond.borrowing[side] * HOUR_SECONDS

const hourly = signedFactorE30.meta({ description: 'Per hour x 10^30; positive is received' })
const hourlyPaid = factorE30.describe('Per hour x 10^30, paid')

const ticker = rowOf<TradingState>()(
  {
    symbol: [name, ({ market }) => market.sdkName],
    marketTokenAddress: [keyAddress, ({ market }) => market.marketToken],
    minPrice: [minUsdPrice, (state) => wholeToken(state, state.now.index.min)],
    maxPrice: [maxUsdPrice, (state) => wholeToken(state, state.now.index.max)],
    markPrice: [wholeTokenPrice, (state) => wholeToken(state, markOf(state))],
    high24h: [orNull(wholeTokenPrice), (state) => ofDay(state, 'high')],
    low24h: [orNull(wholeTokenPrice), (state) => ofDay(state, 'low')],
    open24h: [orNull(wholeTokenPrice), (state) => ofDay(state, 'open')],
    close24h: [orNull(wholeTokenPrice), (state) => ofDay(state, 'close')],
    priceChange24h: [orNull(wholeTokenPriceChange), (state) => changeOf(state)],
    priceChangePercent24hBps: [orNull(signedDigits), (state) => changeOf(state, BASIS_POINTS)],
    longInterestInTokens: [tokenAmount, ({ interestInTokens }) => String(interestInTokens.long)],
    shortInterestInTokens: [tokenAmount, ({ interestInTokens }) => String(interestInTokens.short)],
    longInterestUsd: [usdE30, ({ openInterest }) => String(openInterest.long)],
    shortInterestUsd: [usdE30, ({ openInterest }) => String(openInterest.short)],
    longInterestUsdMark: [usdE30, (state) => String(state.interestInTokens.long * markOf(state))],
    shortInterestUsdMark: [usdE30, (state) => String(state.interestInTokens.short * markOf(state))],
    availableLiquidityLong: [usdE30, ({ availableLiquidity }) => String(availableLiquidity.long)],
    availableLiquidityShort: [usdE30, ({ availableLiquidity }) => String(availableLiquidity.short)],
    poolAmountLongUsd: [usdE30, (state) => poolUsd(state, 'long')],
    poolAmountShortUsd: [usdE30, (state) => poolUsd(state, 'short')],
    fundingRateLong: [hourly, (state) => String(funding(state, 'long'))],
    fundingRateShort: [hourly, (state) => String(funding(state, 'short'))],
    borrowingRateLong: [hourlyPaid, (state) => String(borrowing(state, 'long'))],
    borrowingRateShort: [hourlyPaid, (state) => String(borrowing(state, 'short'))],
    netRateLong: [hourly, (state) => String(funding(state, 'long') - borrowing(state, 'long'))],
    netRateShort: [hourly, (state) => String(funding(state, 'short') - borrowing(state, 'short'))],
    capacityLong: [tradingCapacity(), (state) => capacityOf(state, 'long')],
    capacityShort: [tradingCapacity(), (state) => capacityOf(state, 'short')],
  },
  'ApiMarketTicker',
)

const addressOf = ({ marketToken }: CatalogueMarket) => marketToken.toLowerCase()
const nameOf = ({ sdkName }: CatalogueMarket) => sdkName

export const apiMarketsTickers = defineEndpoint({
  id: 'api-markets-tickers',
  generation: 2,
  path: '/v1/markets/tickers',
  about: 'prices, interest, liquidity and rates of each market with an index token',
  params: {
    addresses: param({
      format: addressList,
      isRepeatable: true,
      about: 'market tokens, repeated or separated by commas (default: all)',
      check: (wanted, world) => unknownMarket(wanted, world, addressOf),
    }),
    symbols: param({
      format: textList,
      isRepeatable: true,
      about: 'names of markets, repeated or separated by commas (default: all)',
      check: (wanted, world) => unknownMarket(wanted, world, nameOf),
    }),
  },
  windowMs: () => 1000,
  facts: (world, asOfMs, { addresses, symbols }) =>
    tradingStatesAt(
      world,
      asOfMs,
      (market) =>
        (addresses?.includes(addressOf(market)) ?? true) && (symbols?.includes(nameOf(market)) ?? true),
    ),
  documented: chunkedListOf(ticker),
})
