/** Markets and prices behind replies of the second generation: states on the grid, and the last 24 hours of trading. */
import { getOrCreate } from '../../kit/maps.js'
import * as z from '../../kit/zod.js'
import type { CatalogueMarket, CatalogueToken } from '../../market/catalogue/types.js'
import { YEAR_SECONDS } from '../../market/liquidity/rate-periods.js'
import { bySide, GRID_SECONDS, type MarketState, type Sides } from '../../market/liquidity/state.js'
import { DAY_SECONDS } from '../../market/price/periods.js'
import { FIRST_SECOND, type Fold } from '../../market/price/prices.js'
import type { World } from '../../market/world/types.js'
import { factorE30, keyAddress, signedTokenAmount, tokenAmount, usdE30 } from './values.js'

/** USD x 10^30 of a raw unit of a token. */
export interface UnitPrice {
  readonly min: bigint
  readonly median: bigint
  readonly max: bigint
}

/** A market and the prices of its tokens during one second of the grid. */
export interface PricedState extends MarketState {
  readonly long: UnitPrice
  readonly short: UnitPrice
  /** Undefined for swap-only markets. */
  readonly index: UnitPrice | undefined
}

/** States of all markets on the grid, with the prices of that second. */
export function* pricedStatesAt(world: World, atSeconds: number): Generator<PricedState> {
  const at = Math.floor(atSeconds / GRID_SECONDS) * GRID_SECONDS
  const priceOf = unitPricesAt(world, at)
  for (const state of world.markets.statesAt(at)) {
    const { long, short, index } = state.market
    yield { ...state, long: priceOf(long), short: priceOf(short), index: index && priceOf(index) }
  }
}

/** A token that is listed without a ticker still has a price, without a spread. */
export function unitPricesAt(world: World, atSeconds: number): (token: CatalogueToken) => UnitPrice {
  const known = new Map<CatalogueToken, UnitPrice>()
  for (const { token, min, median, max } of world.quotes(atSeconds, 'full'))
    known.set(token, { min: BigInt(min), median: BigInt(median), max: BigInt(max) })
  return (token) =>
    getOrCreate(known, token, () => {
      const quanta = world.pricesOf(token).prices.tickAt(atSeconds) as number
      const median = BigInt(quanta) * 10n ** BigInt(token.oracleDecimals)
      return { min: median, median, max: median }
    })
}

export const E30 = 10n ** 30n

/** Open interest at the price of the index token: positions have no profit here. */
export function interestInTokens({ openInterest, index }: PricedState): Sides {
  return bySide((side) => (index === undefined ? 0n : openInterest[side] / index.median))
}

/** Factors x 10^30 in the cost frame: those of a year are exact multiples. */
export function perSecond({
  rates,
}: Pick<MarketState, 'rates'>): Pick<MarketState['rates'], 'borrowing' | 'funding'> {
  const second = (year: Sides) => bySide((side) => year[side] / BigInt(YEAR_SECONDS))
  return { borrowing: second(rates.borrowing), funding: second(rates.funding) }
}

/** A market with an index token, as traders see it. */
export interface TradingState extends PricedState {
  readonly index: UnitPrice
  readonly indexToken: CatalogueToken
  /** Prices of the second itself, not of the grid. */
  readonly now: { readonly long: UnitPrice; readonly short: UnitPrice; readonly index: UnitPrice }
  /** In quanta of the index token. */
  readonly day: Fold
}

export function* tradingStatesAt(
  world: World,
  atSeconds: number,
  isWanted: (market: CatalogueMarket) => boolean = () => true,
): Generator<TradingState> {
  const first = Math.max(atSeconds - DAY_SECONDS + 1, FIRST_SECOND)
  const priceOf = unitPricesAt(world, atSeconds)
  const days = new Map<CatalogueToken, Fold>()
  for (const state of pricedStatesAt(world, atSeconds)) {
    const { market, index } = state
    const { index: indexToken, long, short } = market
    if (index === undefined || indexToken === undefined || !isWanted(market)) continue
    const day = getOrCreate(days, indexToken, () => world.pricesOf(indexToken).prices.fold(first, atSeconds))
    const now = { long: priceOf(long), short: priceOf(short), index: priceOf(indexToken) }
    yield { ...state, index, indexToken, now, day }
  }
}

/** The fields of markets/values, which markets/info repeats. */
export const valueKeys = () => ({
  marketTokenAddress: keyAddress,
  longInterestUsd: usdE30,
  shortInterestUsd: usdE30,
  longInterestInTokens: tokenAmount,
  shortInterestInTokens: tokenAmount,
  longPoolAmount: tokenAmount,
  shortPoolAmount: tokenAmount,
  poolValueMin: usdE30,
  poolValueMax: usdE30,
  totalBorrowingFees: usdE30,
  positionImpactPoolAmount: tokenAmount,
  swapImpactPoolAmountLong: tokenAmount,
  swapImpactPoolAmountShort: tokenAmount,
  borrowingFactorPerSecondForLongs: factorE30,
  borrowingFactorPerSecondForShorts: factorE30,
  fundingFactorPerSecond: factorE30,
  longsPayShorts: z.boolean(),
  virtualPoolAmountForLongToken: tokenAmount,
  virtualPoolAmountForShortToken: tokenAmount,
  virtualInventoryForPositions: signedTokenAmount,
  virtualInventoryForPositionsInTokens: signedTokenAmount,
})

/** Impact pools, as parts of the open interest and of the pool. */
const POSITION_IMPACT_PART = 1000n
const SWAP_IMPACT_PART = 10_000n

export function renderValues(state: PricedState) {
  const { market, openInterest, poolAmount, long, short } = state
  const tokens = interestInTokens(state)
  const { borrowing, funding } = perSecond(state)
  const valueBy = (bound: 'min' | 'max') =>
    String(poolAmount.long * long[bound] + poolAmount.short * short[bound])
  const daily = (side: 'long' | 'short') => openInterest[side] * borrowing[side] * BigInt(DAY_SECONDS)
  return {
    marketTokenAddress: market.marketToken,
    longInterestUsd: String(openInterest.long),
    shortInterestUsd: String(openInterest.short),
    longInterestInTokens: String(tokens.long),
    shortInterestInTokens: String(tokens.short),
    longPoolAmount: String(poolAmount.long),
    shortPoolAmount: String(poolAmount.short),
    poolValueMin: valueBy('min'),
    poolValueMax: valueBy('max'),
    totalBorrowingFees: String((daily('long') + daily('short')) / E30),
    positionImpactPoolAmount: String((tokens.long + tokens.short) / POSITION_IMPACT_PART),
    swapImpactPoolAmountLong: String(poolAmount.long / SWAP_IMPACT_PART),
    swapImpactPoolAmountShort: String(poolAmount.short / SWAP_IMPACT_PART),
    borrowingFactorPerSecondForLongs: String(borrowing.long),
    borrowingFactorPerSecondForShorts: String(borrowing.short),
    fundingFactorPerSecond: String(funding.long > 0n ? funding.long : funding.short),
    longsPayShorts: funding.long > 0n,
    virtualPoolAmountForLongToken: '0',
    virtualPoolAmountForShortToken: '0',
    virtualInventoryForPositions: '0',
    virtualInventoryForPositionsInTokens: '0',
  }
}
