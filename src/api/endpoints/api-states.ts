/** Markets and prices behind replies of the second generation: states on the grid, and the last 24 hours of trading. */
import { getOrCreate } from '../../kit/maps.js'
import { zeros } from '../../kit/numbers/decimal.js'
import { type SdkToken, sdkTokensOf } from '../../market/catalogue/sdk-names.js'
import type { CatalogueMarket, CatalogueToken } from '../../market/catalogue/types.js'
import { bySide, GRID_SECONDS, type MarketState, type Sides } from '../../market/liquidity/state.js'
import { type Day, dayOf } from '../../market/price/day.js'
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
  /** Open interest at the mean entry of each side. */
  readonly interestInTokens: Sides
  readonly asOfMs: number
}

/** States of all markets on the grid, with the prices of that second. */
export function* pricedStatesAt(world: World, asOfMs: number): Generator<PricedState> {
  const at = Math.floor(asOfMs / (GRID_SECONDS * 1000)) * GRID_SECONDS
  const priceOf = unitPricesAt(world, at)
  for (const state of world.markets.statesAt(at)) {
    const { market, openInterest, entry } = state
    const index = market.index && priceOf(market.index)
    yield {
      ...state,
      long: priceOf(market.long),
      short: priceOf(market.short),
      index,
      interestInTokens: bySide((side) =>
        index === undefined ? 0n : openInterest[side] / entryPrice(index, entry[side]),
      ),
      asOfMs,
    }
  }
}

const ENTRY_SCALE = 1e9

function entryPrice({ median }: UnitPrice, entry: number): bigint {
  return (median * BigInt(Math.round(entry * ENTRY_SCALE)) + BigInt(ENTRY_SCALE) - 1n) / BigInt(ENTRY_SCALE)
}

/** Value of each market's pool in USD. */
export function* poolUsdAt(world: World, atSeconds: number): Generator<readonly [CatalogueMarket, number]> {
  const at = Math.floor(atSeconds / GRID_SECONDS) * GRID_SECONDS
  const priceOf = unitPricesAt(world, at)
  for (const { market, poolAmount } of world.markets.statesAt(at)) {
    const e30 =
      poolAmount.long * priceOf(market.long).median + poolAmount.short * priceOf(market.short).median
    yield [market, Number(e30 / (E30 / 100n)) / 100]
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

/** A token, and USD x 10^30 of a whole one. */
export type PricedToken = readonly [SdkToken, { readonly minPrice: string; readonly maxPrice: string }]

/** The tokens with a price, in the order of the second generation; the native one costs what the wrapped one does. */
export function pricedTokensAt(world: World, asOfMs: number): readonly PricedToken[] {
  const whole = ({ decimals }: CatalogueToken, unitPrice: string) => `${unitPrice}${zeros(decimals)}`
  const pricesOf = new Map(
    world
      .quotes(Math.floor(asOfMs / 1000), 'full')
      .map(({ token, min, max }) => [token, { minPrice: whole(token, min), maxPrice: whole(token, max) }]),
  )
  return sdkTokensOf(world.network).flatMap((row) => {
    const prices = row.token && pricesOf.get(row.token)
    return prices === undefined ? [] : [[row, prices] as const]
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
  readonly day: Day
}

export function* tradingStatesAt(
  world: World,
  asOfMs: number,
  isWanted: (market: CatalogueMarket) => boolean,
): Generator<TradingState> {
  const atSeconds = Math.floor(asOfMs / 1000)
  const priceOf = unitPricesAt(world, atSeconds)
  const days = new Map<CatalogueToken, Day>()
  for (const state of pricedStatesAt(world, asOfMs)) {
    const { market, index } = state
    const { index: indexToken, long, short } = market
    if (index === undefined || indexToken === undefined || !isWanted(market)) continue
    const day = getOrCreate(days, indexToken, () => dayOf(world.pricesOf(indexToken), atSeconds))
    const now = { long: priceOf(long), short: priceOf(short), index: priceOf(indexToken) }
    yield { ...state, index, indexToken, now, day }
  }
}

/** The first word that names no market, as a problem; markets without an index token count only with `isAny`. */
export function unknownMarket(
  wanted: readonly string[],
  { network }: World,
  wordOf: (market: CatalogueMarket) => string,
  isAny = false,
): string | undefined {
  const known = new Set(network.markets.filter(({ index }) => isAny || index !== undefined).map(wordOf))
  const strange = wanted.find((word) => !known.has(word))
  const what = isAny ? 'market' : 'market with an index token'
  return strange && `names ${strange}, which is not a ${what} of this network, see /v1/markets`
}
