import type { CatalogueToken } from '../catalogue/types.js'
import type { Period } from './periods.js'
import type { CandleSpan } from './span.js'

/** Range of time with prices: 1990-01-01T00:00:00Z to 2100-01-01T00:00:00Z. */
export const FIRST_SECOND = 631_152_000
export const LAST_SECOND = 4_102_444_800

export function hasPrices(atSeconds: number): boolean {
  return atSeconds >= FIRST_SECOND && atSeconds <= LAST_SECOND
}

/** Source of unrounded candles and ticks: the bare process, or events or given prices over it. */
export interface PriceSource {
  /** Candles `first` … `first + count - 1` of a level, in units of its seconds since 1970; ticks at TICK_LEVEL. */
  span(level: number, first: number, count: number): CandleSpan
  /** The same in the kernel's memory: to be written as text before the next span of any source. */
  readonly lentSpan?: PriceSource['span']
  /** Its own ticks of a minute, counted from 1970, in whole quanta. */
  readonly ticks?: (minute: number) => Float64Array
  /** Log of the variance around a second over the average. */
  logVarianceAt(atSeconds: number): number
  /** Any source's candles as text. */
  readonly text: WriteText
}

/** A source with other candles than `source` has. */
export function overSource(source: PriceSource, span: PriceSource['span']): PriceSource {
  return { span, text: source.text, logVarianceAt: (atSeconds) => source.logVarianceAt(atSeconds) }
}

/** Writes candles `from` … `from + count - 1` of a span, at most MAX_TEXT_ROWS, as JSON: prices rounded, newest first, a comma after each. */
export type WriteText = (span: CandleSpan, from: number, count: number, decimals: number) => Buffer

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
  /** Price in quanta during the second; undefined outside FIRST_SECOND … LAST_SECOND. */
  tickAt(atSeconds: number): number | undefined
  fold(firstSecond: number, lastSecond: number): Fold
  /** Log of the variance around a second over the average, without the events of a scenario. */
  logVarianceAt(atSeconds: number): number
  /** The newest `limit` candles as of `atSeconds`, the running one included; fewer at the edge of time. */
  candles(period: Period, atSeconds: number, limit: number): Candles
  range(period: Period, atSeconds: number, limit: number): CandleRange
  finished(period: Period, range: CandleRange): Candles
  /** `candles` before rounding. */
  newestSpan(period: Period, atSeconds: number, limit: number): CandleSpan
  /** `finished` as texts of `size` candles each. */
  finishedTexts(period: Period, range: CandleRange, size: number, decimals: number): Buffer[]
  readonly text: WriteText
}

/** In quanta. */
export interface Fold {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Consecutive candles of a period, `first` in units of it since 1970. */
export interface CandleRange {
  readonly first: number
  readonly count: number
}

export const PRICE_FORMATS = ['full', 'compacted'] as const
/** Scale of price strings: by the token's decimals alone, or by its oracle decimals too. */
export type PriceFormat = (typeof PRICE_FORMATS)[number]

/** Distances of min and max from the median, as fractions of it. */
export interface HalfSpreads {
  readonly below: number
  readonly above: number
}

/** `logVariance` is that of the asset's price over the average. */
export type SpreadAt = (atSeconds: number, logVariance: number) => HalfSpreads

/** Price of a token during one second, as digits: USD x 10^(30 - decimals - oracleDecimals). */
export interface Quote {
  readonly token: CatalogueToken
  readonly min: string
  readonly median: string
  readonly max: string
  readonly oracleDecimals: number
}
