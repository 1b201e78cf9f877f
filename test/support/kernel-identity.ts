import { LEVEL_SECONDS } from '../../src/price/levels.js'
import type { PriceSource } from '../../src/price/price-source.js'
import { CLOSE, OPEN, ROW } from '../../src/price/span.js'

/** 1970 to 2100. */
const LAST_SECOND = 4_102_444_800

/** Queries of all levels and widths in a fixed order, as memos depend on it. */
export function* queries(seed: number, rows: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return Math.floor(((state >>> 0) / 2 ** 32) * limit)
  }
  let at = below(LAST_SECOND)
  for (let left = rows; left > 0; ) {
    const level = below(LEVEL_SECONDS.length)
    const count = [1, 1, 1, 7, 61, 500][below(6)]
    // Half of the queries are about a time nearby.
    at = below(2) === 0 ? below(LAST_SECOND) : Math.min(at + below(7200), LAST_SECOND)
    left -= count
    yield { level, first: Math.floor(at / LEVEL_SECONDS[level]), count }
  }
}

/** The first query to which the sources give other bits; undefined if none. */
export function firstDifference(ours: PriceSource, other: PriceSource, seed: number, rows: number) {
  for (const query of queries(seed, rows)) {
    const { level, first, count } = query
    const [a, b] = [ours.span(level, first, count), other.span(level, first, count)]
    const at = first * LEVEL_SECONDS[level]
    if (!Object.is(ours.logVarianceAt(at), other.logVarianceAt(at))) return { ...query, logVariance: true }
    for (let i = 0; i < count; i++)
      for (let column = OPEN; column <= CLOSE; column++)
        if (!Object.is(a.rows[a.start + i * ROW + column], b.rows[b.start + i * ROW + column]))
          return { ...query, row: i, column }
  }
  return undefined
}
