export const RECORD = 4

/** Consecutive rows in quanta; a NaN open marks a gap, never in the first or last row. */
export interface RecordedRun {
  readonly firstSecond: number
  readonly count: number
  readonly rows: Float64Array
}

export interface RecordedCandles {
  /** A divisor of a day. */
  readonly periodSeconds: number
  readonly runs: readonly RecordedRun[]
}

/** Interpolation between points: the market's own bridge, a straight line, or a step at the next point. */
export const BETWEEN = ['bridge', 'line', 'steps'] as const
export type Between = (typeof BETWEEN)[number]

export interface PricePoint {
  readonly second: number
  readonly quanta: number
}

/** Prices of one asset over time; points are in order, at most one per second. */
export type PricePath =
  | { readonly kind: 'points'; readonly between: Between; readonly points: readonly PricePoint[] }
  | {
      readonly kind: 'candles'
      readonly candles: RecordedCandles
      /** Shift against the recorded time: a multiple of the period. */
      readonly shiftSeconds: number
    }
