/**
 * The market's own bridge between two known prices: the seeded candles, led from the one to the other by a factor that
 * grows in a straight line over time. What lies inside a candle of it is drawn between its ends, as in any other.
 */
import { held } from './held.js'
import { LEVEL_SECONDS } from './periods.js'
import type { PriceSource } from './source.js'
import { CLOSE, HIGH, LOW, OPEN, ROW } from './span.js'

/** The factors at two seconds, the first before the second. */
export interface Bridge {
  readonly fromSecond: number
  readonly from: number
  readonly toSecond: number
  readonly to: number
}

export function factorAt({ fromSecond, from, toSecond, to }: Bridge, second: number): number {
  return from + ((to - from) * (second - fromSecond)) / (toSecond - fromSecond)
}

/** Writes `count` candles of a level from `first` on into rows from `into` on, `step` apart. */
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
    const opens = held(open * factorAt(bridge, at))
    const closes = seconds === 1 ? opens : held(close * factorAt(bridge, at + seconds - 1))
    const top = Math.max(opens, closes)
    const bottom = Math.min(opens, closes)
    const to = into + i * step
    rows[to + OPEN] = opens
    // As far beyond its ends as the seeded candle; never a last bit less than them.
    rows[to + HIGH] = Math.max(top, held((top * span.rows[row + HIGH]) / Math.max(open, close)))
    rows[to + LOW] = Math.min(bottom, held((bottom * span.rows[row + LOW]) / Math.min(open, close)))
    rows[to + CLOSE] = closes
  }
}
