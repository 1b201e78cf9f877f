/** What is told of markets: their state at an instant, and the history of their rates. */
import type { Market } from '../catalogue/types.js'
import type { RateAverage, RatePeriod } from './rate-periods.js'

export interface Sides {
  readonly long: bigint
  readonly short: bigint
}

export interface Rates {
  readonly funding: Sides
  /** Never negative: what both sides owe the pool. */
  readonly borrowing: Sides
  readonly net: Sides
}

/** Per-second factors x 10^30 in the receive frame, at the hour `atSeconds` or on average from then on. */
export interface RatesSnapshot extends Rates {
  readonly atSeconds: number
}

export interface MarketState {
  readonly market: Market
  /** Delisted: no positions, no liquidity for them. */
  readonly isDisabled: boolean
  /** USD x 10^30; so is the liquidity, which is what positions may still open. */
  readonly openInterest: Sides
  readonly availableLiquidity: Sides
  /** Raw units of the long and of the short token. */
  readonly poolAmount: Sides
  /** Annual fractions x 10^30 in the cost frame: positive pays. */
  readonly rates: Rates
}

export interface Markets {
  /**
   * The state of every market, in the catalogue's order, on the 5 s grid, each worked out when it is its turn; none outside the
   * range of time.
   */
  statesAt(atSeconds: number): Iterable<MarketState>
  /** A market's hourly rates of the `period` up to `atSeconds`, or their averages, newest first, each worked out when it is its turn. */
  ratesOf(
    market: Market,
    atSeconds: number,
    period: RatePeriod,
    averageBy?: RateAverage,
  ): Iterable<RatesSnapshot>
}

/** How often the data behind markets/info is pulled. */
export const GRID_SECONDS = 5
