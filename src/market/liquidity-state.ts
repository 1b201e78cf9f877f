/** What is told of providing liquidity: yields, performances, and what GLVs hold. */
import type { Glv, Market } from '../catalogue/types.js'
import type { RatePeriod } from './rate-periods.js'

/** A market or a GLV, by the address of its token. */
export interface OfEntity<Value> {
  readonly entity: 'Market' | 'Glv'
  readonly address: string
  readonly value: Value
}

/** What a year brought more than others would have, each as a part: 0.05 is 5 %. */
export interface Performance {
  readonly longToken: number
  readonly shortToken: number
  /** A constant-product pool of the two tokens. */
  readonly uniswapV2: number
}

/** What came more since the oldest snapshot of a row, not made a year's. */
export interface Snapshot {
  readonly atSeconds: number
  readonly uniswapV2: number
}

export interface GlvState {
  readonly glv: Glv
  readonly held: readonly HeldMarket[]
}

/** So many market tokens x 10^6, and their worth in microdollars, which is more than 0. */
export interface Worth {
  readonly tokens: number
  readonly usd: number
}

export interface HeldMarket extends Worth {
  readonly market: Market
}

/** Nothing yet: where an answer that is made in slices may pause. */
export type Pause = undefined

/**
 * Each for all markets, then all GLVs, in the catalogue's order, worked out one after the other; none outside the range of
 * time. With an `address`, in small letters, for the one of that market token or GLV token alone.
 */
export interface Liquidity {
  /** A year's yield as a part, by the fees of the `period` up to `atSeconds`. */
  yieldsAt(atSeconds: number, period: RatePeriod): Iterable<OfEntity<number> | Pause>
  performancesAt(
    atSeconds: number,
    period: RatePeriod,
    address?: string,
  ): Iterable<OfEntity<Performance> | Pause>
  /** At each midnight of the period, newest first. */
  snapshotsAt(
    atSeconds: number,
    period: RatePeriod,
    address?: string,
  ): Iterable<OfEntity<readonly Snapshot[]> | Pause>
  /** All GLVs, on the grid of the states of markets; outside the range of time they hold nothing. */
  glvsAt(atSeconds: number): GlvState[]
}
