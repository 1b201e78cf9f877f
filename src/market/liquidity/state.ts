import type { CatalogueGlv, CatalogueMarket } from '../catalogue/types.js'
import { DAY_SECONDS } from '../price/periods.js'

export interface Sides {
  readonly long: bigint
  readonly short: bigint
}

export interface Rates {
  readonly funding: Sides
  /** Owed to the pool by both sides, never negative. */
  readonly borrowing: Sides
}

/** Per-second factors x 10^30 in the receive frame, of the hour `atSeconds` or averaged from it on. */
export interface RatesSnapshot extends Rates {
  readonly atSeconds: number
}

export interface MarketState {
  readonly market: CatalogueMarket
  /** USD x 10^30, as is the liquidity available to positions. */
  readonly openInterest: Sides
  /** Mean entry of the positions of each side, over the price. */
  readonly entry: Readonly<Record<Side, number>>
  readonly availableLiquidity: Sides
  /** Raw units of the long and of the short token. */
  readonly poolAmount: Sides
  /** Factors x 10^30 in the cost frame: positive pays. A year's rate is `YEAR_SECONDS` times that. */
  readonly perSecond: Rates
}

export const GRID_SECONDS = 5

export type Side = 'long' | 'short'

export function bySide<Value>(compute: (side: Side) => Value) {
  return { long: compute('long'), short: compute('short') }
}

export interface OfEntity<Value> {
  readonly entity: 'Market' | 'Glv'
  readonly address: string
  readonly value: Value
}

/** A year's excess return over each alternative: 0.05 is 5 %. */
export interface Performance {
  readonly longToken: number
  readonly shortToken: number
  readonly uniswapV2: number
}

/** Excess return since the oldest snapshot of a row, not annualised. */
export interface ExcessReturn {
  readonly atSeconds: number
  readonly uniswapV2: number
}

export interface GlvState {
  readonly glv: CatalogueGlv
  readonly held: readonly HeldMarket[]
}

/** Market tokens x 10^6 and their value in microdollars, above 0. */
export interface TokenValue {
  readonly tokens: number
  readonly usd: number
}

export interface HeldMarket extends TokenValue {
  readonly market: CatalogueMarket
}

/** Marks where an answer made in slices may pause. */
export type YieldPoint = undefined

/** Periods of rates, yields and performances, as clients name them. */
export const RATE_PERIODS = ['1d', '7d', '30d', '90d', '180d', '1y', 'total'] as const
export type RatePeriod = (typeof RATE_PERIODS)[number]

export const RATE_AVERAGES = ['1d', '7d', '30d'] as const

export const YEAR_SECONDS = 31_536_000

export const LENGTH_SECONDS: Readonly<Record<RatePeriod, number>> = {
  '1d': DAY_SECONDS,
  '7d': 7 * DAY_SECONDS,
  '30d': 30 * DAY_SECONDS,
  '90d': 90 * DAY_SECONDS,
  '180d': 180 * DAY_SECONDS,
  '1y': 365 * DAY_SECONDS,
  total: 730 * DAY_SECONDS,
}

export interface Markets {
  /**
   * State of every market on the 5 s grid, in the catalogue's order, computed lazily; none outside the range of time.
   */
  statesAt(atSeconds: number): Iterable<MarketState>
  /** Rates by market, newest first, computed lazily; the function shares what it has read between markets. */
  ratesOver(
    atSeconds: number,
    period: RatePeriod,
    averageBy?: RatePeriod,
  ): (market: CatalogueMarket) => Iterable<RatesSnapshot | YieldPoint>
}

/**
 * Values of all markets, then all GLVs, in the catalogue's order, computed lazily; none outside the range of time. A
 * lower-case `address` selects one market token or GLV token.
 */
export interface Liquidity {
  yieldsAt(atSeconds: number, period: RatePeriod): Iterable<OfEntity<number> | YieldPoint>
  performancesAt(
    atSeconds: number,
    period: RatePeriod,
    address?: string,
  ): Iterable<OfEntity<Performance> | YieldPoint>
  /** At each midnight of the period, newest first. */
  snapshotsAt(
    atSeconds: number,
    period: RatePeriod,
    address?: string,
  ): Iterable<OfEntity<readonly ExcessReturn[]> | YieldPoint>
  glvsAt(atSeconds: number): GlvState[]
}
