/**
 * Bridge between two known prices: seeded candles times a factor that is linear in time. Inside a candle, prices are
 * drawn between its ends as in any other.
 */
import { clampPrice } from './clamp.js'
import { LEVEL_SECONDS } from './periods.js'
import type { PriceSource } from './prices.js'
import { CLOSE, HIGH, LOW, OPEN, ROW } from './span.js'

export interface Bridge {
  readonly fromSecond: number
  readonly from: number
  readonly toSecond: number
  readonly to: number
}

export function factorAt({ fromSecond, from, toSecond, to }: Bridge, second: number): number {
  return from + ((to - from) * (second - fromSecond)) / (toSecond - fromSecond)
}

export function bridgeRows(
  source: PriceSource,
  bridge: Bridge,
  level: number,
  first: number,
  count: number,
  rows: Float64Array,
  into: number,
  step = ROW,
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
    const to = into + i * step
    rows[to + OPEN] = opens
    // The seeded candle's relative reach, never a last bit less than the ends.
    rows[to + HIGH] = Math.max(top, clampPrice((top * span.rows[row + HIGH]) / Math.max(open, close)))
    rows[to + LOW] = Math.min(bottom, clampPrice((bottom * span.rows[row + LOW]) / Math.min(open, close)))
    rows[to + CLOSE] = closes
  }
}
