/** What is told of prices: candles in whole quanta, and quotes as digit strings. */
import type { Token } from '../catalogue/types.js'
import type { Period } from './periods.js'

/** The first and last second that has a price: 1990-01-01T00:00:00Z and 2100-01-01T00:00:00Z. */
export const FIRST_SECOND = 631_152_000
export const LAST_SECOND = 4_102_444_800

/** Candles of one asset in quanta, oldest first; candle i starts at `firstStart + i x` the period's seconds. */
export interface Candles {
  readonly period: Period
  readonly firstStart: number
  readonly count: number
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

export interface AssetPrices {
  /** Price in quanta during the second `atSeconds`; undefined outside FIRST_SECOND … LAST_SECOND. */
  tickAt(atSeconds: number): number | undefined
  /** The fold of the ticks `firstSecond` … `lastSecond`, both of which have a price. */
  fold(firstSecond: number, lastSecond: number): Fold
  /** Logarithm of the variance around a second over the usual: how wild the asset's market is, whatever happens in it. */
  logVarianceAt(atSeconds: number): number
  /** The newest `limit` candles as of the second `atSeconds`, the running one included; fewer at the edge of time. */
  candles(period: Period, atSeconds: number, limit: number): Candles
  /** Which candles those are. */
  range(period: Period, atSeconds: number, limit: number): CandleRange
  /** Candles as they are once they are over. */
  finished(period: Period, range: CandleRange): Candles
}

/** What a candle tells of its stretch of time, in quanta. */
export interface Fold {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Consecutive candles of a period: the first begins `first` times its seconds after 1970. */
export interface CandleRange {
  readonly first: number
  readonly count: number
}

export const PRICE_FORMATS = ['full', 'compacted'] as const
/** How a price string is scaled: by the token's decimals alone, or down to its own oracle decimals too. */
export type PriceFormat = (typeof PRICE_FORMATS)[number]

/** A token's price during one second, as digit strings: USD x 10^(30 - decimals - oracleDecimals). */
export interface Quote {
  readonly token: Token
  readonly min: string
  readonly median: string
  readonly max: string
  readonly oracleDecimals: number
}
