/** Bridge between two known prices: seeded candles times a factor that is linear in time. */
import { LEVEL_SECONDS } from './periods.js'
import type { PriceSource } from './prices.js'
import { type CandleSpan, CLOSE, HIGH, LOW, OPEN, ROW } from './span.js'

export interface Bridge {
  readonly fromSecond: number
  readonly from: number
  readonly toSecond: number
  readonly to: number
}

/** Copies the prices of a row, times a factor. */
export function scaleRow(
  from: Float64Array,
  at: number,
  factor: number,
  rows: Float64Array,
  into: number,
): void {
  for (let column = OPEN; column <= CLOSE; column++)
    rows[into + column] = clampPrice(from[at + column] * factor)
}

function factorAt({ fromSecond, from, toSecond, to }: Bridge, second: number): number {
  return from + ((to - from) * (second - fromSecond)) / (toSecond - fromSecond)
}

export function fillBridge(
  { level, first, count, rows, start }: CandleSpan,
  source: PriceSource,
  bridge: Bridge,
): void {
  const seconds = LEVEL_SECONDS[level]
  const span = source.span(level, first, count)
  for (let i = 0; i < count; i++) {
    const row = span.start + i * ROW
    const open = span.rows[row + OPEN]
    const close = span.rows[row + CLOSE]
    const at = (first + i) * seconds
    const opens = clampPrice(open * factorAt(bridge, at))
    const closes = seconds === 1 ? opens : clampPrice(close * factorAt(bridge, at + seconds - 1))
    const top = Math.max(opens, closes)
    const bottom = Math.min(opens, closes)
    const to = start + i * ROW
    rows[to + OPEN] = opens
    // The seeded candle's relative reach, never a last bit less than the ends.
    rows[to + HIGH] = Math.max(top, clampPrice((top * span.rows[row + HIGH]) / Math.max(open, close)))
    rows[to + LOW] = Math.min(bottom, clampPrice((bottom * span.rows[row + LOW]) / Math.min(open, close)))
    rows[to + CLOSE] = closes
  }
}

/** Limits of any price: at least one quantum, at most 16 digits. */
const MIN_QUANTA = 1
const MAX_QUANTA = 1e15

export const clampPrice = (price: number): number => Math.min(Math.max(price, MIN_QUANTA), MAX_QUANTA)
