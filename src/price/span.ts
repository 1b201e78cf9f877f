/**
 * Consecutive unrounded candles of one level in one array, by row: open, high, low, close, and the variance that the
 * ticks share, in squared price units. Candle i covers `LEVEL_SECONDS[level]` seconds from `(first + i) x` as many
 * since 1970; its row begins at `start + i x ROW`. At tick level the four prices are equal.
 */
export interface Span {
  readonly level: number
  readonly first: number
  readonly count: number
  readonly rows: Float64Array
  readonly start: number
}

/** Source of unrounded candles and ticks: the bare process, or events or given prices over it. */
export interface PriceSource {
  /** Candles `first` … `first + count - 1` of a level, in units of its seconds since 1970; ticks at TICK_LEVEL. */
  span(level: number, first: number, count: number): Span
  /** Log of the variance around a second over the average. */
  logVarianceAt(atSeconds: number): number
}

export const OPEN = 0
export const HIGH = 1
export const LOW = 2
export const CLOSE = 3
export const VARIANCE = 4
export const ROW = 5

export function createSpan(level: number, first: number, count: number): Span {
  return { level, first, count, rows: new Float64Array(ROW * count), start: 0 }
}

export function cutSpan(span: Span, first: number, count: number): Span {
  return { level: span.level, first, count, rows: span.rows, start: span.start + (first - span.first) * ROW }
}

export function copySpan({ level, first, count, rows, start }: Span): Span {
  return { level, first, count, rows: rows.slice(start, start + count * ROW), start: 0 }
}
