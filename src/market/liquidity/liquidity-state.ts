import type { CatalogueGlv, CatalogueMarket } from '../catalogue/types.js'
import type { RatePeriod } from './rate-periods.js'

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
