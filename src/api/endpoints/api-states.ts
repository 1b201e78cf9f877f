/** Markets and prices behind replies of the second generation: states on the grid, and the last 24 hours of trading. */
import { getOrCreate } from '../../kit/maps.js'
import type { CatalogueMarket, CatalogueToken } from '../../market/catalogue/types.js'
import { bySide, GRID_SECONDS, type MarketState, type Sides } from '../../market/liquidity/state.js'
import { DAY_SECONDS } from '../../market/price/periods.js'
import { FIRST_SECOND, type Fold } from '../../market/price/prices.js'
import type { World } from '../../market/world/types.js'

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
  /** Open interest at the price of the index token: positions have no profit here. */
  readonly interestInTokens: Sides
  readonly asOfMs: number
}

/** States of all markets on the grid, with the prices of that second. */
export function* pricedStatesAt(world: World, asOfMs: number): Generator<PricedState> {
  const at = Math.floor(asOfMs / (GRID_SECONDS * 1000)) * GRID_SECONDS
  const priceOf = unitPricesAt(world, at)
  for (const state of world.markets.statesAt(at)) {
    const { market, openInterest } = state
    const index = market.index && priceOf(market.index)
    yield {
      ...state,
      long: priceOf(market.long),
      short: priceOf(market.short),
      index,
      interestInTokens: bySide((side) => (index === undefined ? 0n : openInterest[side] / index.median)),
      asOfMs,
    }
  }
}

/** A token that is listed without a ticker still has a price, without a spread. */
function unitPricesAt(world: World, atSeconds: number): (token: CatalogueToken) => UnitPrice {
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
  asOfMs: number,
  isWanted: (market: CatalogueMarket) => boolean,
): Generator<TradingState> {
  const atSeconds = Math.floor(asOfMs / 1000)
  const first = Math.max(atSeconds - DAY_SECONDS + 1, FIRST_SECOND)
  const priceOf = unitPricesAt(world, atSeconds)
  const days = new Map<CatalogueToken, Fold>()
  for (const state of pricedStatesAt(world, asOfMs)) {
    const { market, index } = state
    const { index: indexToken, long, short } = market
    if (index === undefined || indexToken === undefined || !isWanted(market)) continue
    const day = getOrCreate(days, indexToken, () => world.pricesOf(indexToken).prices.fold(first, atSeconds))
    const now = { long: priceOf(long), short: priceOf(short), index: priceOf(indexToken) }
    yield { ...state, index, indexToken, now, day }
  }
}
