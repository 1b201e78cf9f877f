/** What candles come from: apart from what makes them, as most code only passes it on. */
import type { Span } from './span.js'

/** Where candles and ticks come from, unrounded: the bare process, or one with events laid over it. */
export interface PriceSource {
  /** The candles `first` … `first + count - 1` of a level, in units of its seconds since 1970; ticks at TICK_LEVEL. */
  span(level: number, first: number, count: number): Span
  /** Logarithm of the variance around a second over the usual. */
  logVarianceAt(atSeconds: number): number
}
