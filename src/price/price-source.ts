import type { Span } from './span.js'

/** Source of unrounded candles and ticks: the bare process, or events or given prices over it. */
export interface PriceSource {
  /** Candles `first` … `first + count - 1` of a level, in units of its seconds since 1970; ticks at TICK_LEVEL. */
  span(level: number, first: number, count: number): Span
  /** Log of the variance around a second over the average. */
  logVarianceAt(atSeconds: number): number
}
