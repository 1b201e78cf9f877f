import { type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { LEVEL_SECONDS } from './levels.js'

export const OPEN = 0
export const HIGH = 1
export const LOW = 2
export const CLOSE = 3
export const VARIANCE = 4
export const ROW = 5

/**
 * Consecutive unrounded candles of one level in one array, by row: open, high, low, close, and the variance that the
 * ticks share, in squared price units. Candle i covers `LEVEL_SECONDS[level]` seconds from `(first + i) x` as many
 * since 1970; its row begins at `start + i x ROW`. At tick level the four prices are equal.
 */
export class CandleSpan {
  level: Int
  first: number
  count: Int
  rows: Numbers
  start: Int

  constructor(level: Int, first: number, count: Int, rows: Numbers, start: Int) {
    this.level = level
    this.first = first
    this.count = count
    this.rows = rows
    this.start = start
  }

  set(level: Int, first: number, count: Int, rows: Numbers, start: Int): void {
    this.level = level
    this.first = first
    this.count = count
    this.rows = rows
    this.start = start
  }
}

export function createSpan(level: Int, first: number, count: Int): CandleSpan {
  return new CandleSpan(level, first, count, new Numbers(ROW * count), 0)
}

const buffers: Numbers[] = []
const counts: Int[] = []
for (let level = 0; level < LEVEL_SECONDS.length; level++) {
  buffers.push(new Numbers(0))
  counts.push(0)
}

/** At least `count` rows with unspecified content. */
export function rowsOf(level: Int, count: Int): Numbers {
  if (counts[level] < count) {
    const most = toInt(Math.max(count, 2.0 * counts[level]))
    buffers[level] = new Numbers(ROW * most)
    counts[level] = most
  }
  return buffers[level]
}
