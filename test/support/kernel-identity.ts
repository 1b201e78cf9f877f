import { LEVEL_SECONDS, TICK_LEVEL } from '../../src/market/price/levels.js'
import type { Kernel } from '../../src/market/price/load-kernel.js'
import { CLOSE, OPEN, ROW } from '../../src/market/price/span.js'

/** 1970 to 2100. */
const LAST_SECOND = 4_102_444_800
const DECIMALS = 8
const MAX_TEXTED = 100

/** Queries of all levels and widths, half of them near the last one, as the kernel keeps what it drew last. */
function* queries(seed: number, rows: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return Math.floor(((state >>> 0) / 2 ** 32) * limit)
  }
  let at = below(LAST_SECOND)
  for (let left = rows; left > 0; ) {
    const level = below(LEVEL_SECONDS.length)
    const count = [1, 1, 1, 7, 61, 500][below(6)]
    at = below(2) === 0 ? below(LAST_SECOND) : Math.min(at + below(7200), LAST_SECOND)
    left -= count
    yield { level, first: Math.floor(at / LEVEL_SECONDS[level]), count }
  }
}

/** The first query of one asset to which two kernels give other bits or bytes; undefined if none. */
export function firstDifference(
  ours: Kernel,
  other: Kernel,
  facts: readonly number[],
  seed: number,
  rows: number,
): object | undefined {
  const [a, b] = [ours.open(facts), other.open(facts)]
  for (const query of queries(seed, rows)) {
    const { level, first, count } = query
    const seconds = LEVEL_SECONDS[level]
    const [left, right] = [a.span(level, first, count), b.span(level, first, count)]
    for (let i = 0; i < count; i++)
      for (let column = OPEN; column <= CLOSE; column++)
        if (!Object.is(left.rows[left.start + i * ROW + column], right.rows[right.start + i * ROW + column]))
          return { ...query, row: i, column }
    if (!Object.is(a.logVarianceAt(first * seconds), b.logVarianceAt(first * seconds)))
      return { ...query, of: 'log-variance' }
    if (level === TICK_LEVEL) {
      const [ticks, same] = [a, b].map((source) => source.ticks?.(Math.floor(first / 60)))
      if (ticks === undefined || ticks.join() !== same?.join()) return { ...query, of: 'ticks' }
      continue
    }
    const texted = Math.min(count, MAX_TEXTED)
    const text = a.text(left, 0, texted, DECIMALS)
    const lent = [a, b].map((source) => {
      const span = source.lentSpan?.(level, first, count)
      return span && source.text(span, 0, texted, DECIMALS)
    })
    if (![b.text(right, 0, texted, DECIMALS), ...lent].every((other) => other?.equals(text)))
      return { ...query, of: 'text' }
  }
  return undefined
}
