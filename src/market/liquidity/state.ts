import type { CatalogueMarket } from '../catalogue/types.js'
import type { RatePeriod } from './rate-periods.js'

export interface Sides {
  readonly long: bigint
  readonly short: bigint
}

export interface Rates {
  readonly funding: Sides
  /** Owed to the pool by both sides, never negative. */
  readonly borrowing: Sides
  readonly net: Sides
}

/** Per-second factors x 10^30 in the receive frame, of the hour `atSeconds` or averaged from it on. */
export interface RatesSnapshot extends Rates {
  readonly atSeconds: number
}

export interface MarketState {
  readonly market: CatalogueMarket
  /** Delisted: no positions, no liquidity for them. */
  readonly isDisabled: boolean
  /** USD x 10^30, as is the liquidity available to positions. */
  readonly openInterest: Sides
  readonly availableLiquidity: Sides
  /** Raw units of the long and of the short token. */
  readonly poolAmount: Sides
  /** Annual fractions x 10^30 in the cost frame: positive pays. */
  readonly rates: Rates
}

export interface Markets {
  /**
   * State of every market on the 5 s grid, in the catalogue's order, computed lazily; none outside the range of time.
   */
  statesAt(atSeconds: number): Iterable<MarketState>
  ratesOf(
    market: CatalogueMarket,
    atSeconds: number,
    period: RatePeriod,
    averageBy?: RatePeriod,
  ): Iterable<RatesSnapshot>
}

export const GRID_SECONDS = 5

export function bySide<Value>(compute: (side: 'long' | 'short') => Value) {
  return { long: compute('long'), short: compute('short') }
}
