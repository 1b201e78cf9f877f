/** Prices that are given instead of drawn: points to go through, and recorded candles. */

/** Open, high, low and close of a recorded candle. */
export const RECORD = 4

/** Rows one after the other, in quanta, from a second on; a row whose open is NaN is missing, never the first or last. */
export interface RecordedRun {
  readonly firstSecond: number
  readonly count: number
  readonly rows: Float64Array
}

/** Recorded candles of one period, oldest first. Where many are missing at once, another run begins. */
export interface RecordedCandles {
  /** A divisor of a day. */
  readonly periodSeconds: number
  readonly runs: readonly RecordedRun[]
}

/** How the price goes from one point to the next: as the market's own bridge, in a straight line, or not until then. */
export const BETWEEN = ['bridge', 'line', 'steps'] as const
export type Between = (typeof BETWEEN)[number]

export interface PricePoint {
  readonly second: number
  readonly quanta: number
}

/** The prices of one asset as they lie in time; points in order, no two in one second. */
export type PricePath =
  | { readonly kind: 'points'; readonly between: Between; readonly points: readonly PricePoint[] }
  | {
      readonly kind: 'candles'
      readonly candles: RecordedCandles
      /** How much later than recorded they are laid: a multiple of their period. */
      readonly shiftSeconds: number
    }
