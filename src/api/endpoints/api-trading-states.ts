/** Markets with an index token as traders see them: the state on the grid, and the prices of the last 24 hours. */
import { getOrCreate } from '../../kit/maps.js'
import type { CatalogueMarket, CatalogueToken } from '../../market/catalogue/types.js'
import { DAY_SECONDS } from '../../market/price/periods.js'
import { FIRST_SECOND, type Fold } from '../../market/price/prices.js'
import type { World } from '../../market/world/types.js'
import { type PricedState, pricedStatesAt, type UnitPrice, unitPricesAt } from './api-market-values.js'

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
