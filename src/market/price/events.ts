/**
 * Events over a price source. A candle without changes is scaled as a whole. Otherwise first and last tick are known,
 * and high and low are searched among the children, down to ticks, but only where a child might reach farther than
 * the best so far. Folds stay exact, and long events cost little more than short ones.
 */
import { getOrCreate, memoisedLatest } from '../../kit/maps.js'
import { clampPrice, scaleRow } from './bridge.js'
import { createEventPath, type PriceEvent } from './event-path.js'
import { LEVEL_SECONDS, MINUTE_LEVEL, TICK_LEVEL } from './periods.js'
import { overSource, type PriceSource } from './prices.js'
import { CLOSE, createSpan, HIGH, LOW, OPEN, ROW } from './span.js'

type Sign = 1 | -1
const farther = (sign: Sign, a: number, b: number): number => (sign > 0 ? Math.max(a, b) : Math.min(a, b))

export function withEvents(source: PriceSource, events: readonly PriceEvent[]): PriceSource {
  const path = createEventPath(events)

  const frozen = new Map<number, number>()
  const frozenPrice = (startSeconds: number): number =>
    getOrCreate(frozen, startSeconds, () => {
      const { rows, start } = source.span(TICK_LEVEL, startSeconds, 1)
      return clampPrice(rows[start + OPEN] * path.factorAt(startSeconds))
    })
  const tick = (second: number, price: number): number => {
    const [freeze] = path.freezesIn(second, second)
    return freeze === undefined ? clampPrice(price * path.factorAt(second)) : frozenPrice(freeze.startSeconds)
  }

  /** Bound of a candle's high or low, and whether it is exact; `row` is the undisturbed candle. */
  const reachOf = (sign: Sign, rows: Float64Array, row: number, first: number, last: number) => {
    const freezes = path.freezesIn(first, last)
    const [freeze] = freezes
    if (freeze !== undefined && freeze.startSeconds <= first && freeze.endSeconds > last)
      return { price: frozenPrice(freeze.startSeconds), exact: true }
    const { least, most } = path.factorsOver(first, last)
    const moved = clampPrice(sign > 0 ? rows[row + HIGH] * most : rows[row + LOW] * least)
    const price = freezes.reduce(
      (price, { startSeconds }) => farther(sign, price, frozenPrice(startSeconds)),
      moved,
    )
    return { price, exact: least === most && freezes.length === 0 }
  }

  const search = (sign: Sign, level: number, index: number, found: number): number => {
    if (level === MINUTE_LEVEL) return ticksOf(index).reduce((a, b) => farther(sign, a, b), found)
    const seconds = LEVEL_SECONDS[level + 1]
    const count = LEVEL_SECONDS[level] / seconds
    const { first, rows, start } = source.span(level + 1, index * count, count)
    const children = Array.from({ length: count }, (_, n) => {
      const from = (first + n) * seconds
      return { index: first + n, ...reachOf(sign, rows, start + n * ROW, from, from + seconds - 1) }
    })
    let farthest = found
    for (const { index, price, exact } of children.sort((a, b) => sign * (b.price - a.price))) {
      if (sign * (price - farthest) <= 0) break
      farthest = exact ? price : search(sign, level + 1, index, farthest)
    }
    return farthest
  }
  const ticksOf = memoisedLatest((minute: number) => {
    const { rows, start } = source.span(TICK_LEVEL, minute * 60, 60)
    return Float64Array.from({ length: 60 }, (_, n) => tick(minute * 60 + n, rows[start + n * ROW + OPEN]))
  })

  return overSource(source, (level, first, count) => {
    const seconds = LEVEL_SECONDS[level]
    const base = source.span(level, first, count)
    const result = createSpan(level, first, count)
    for (let i = 0; i < count; i++) {
      const from = (first + i) * seconds
      const to = from + seconds - 1
      const row = base.start + i * ROW
      const into = i * ROW
      if (!path.changesIn(from, to)) {
        scaleRow(base.rows, row, path.factorAt(from), result.rows, into)
        continue
      }
      const open = tick(from, base.rows[row + OPEN])
      if (level === TICK_LEVEL) {
        result.rows.fill(open, into + OPEN, into + CLOSE + 1)
        continue
      }
      const close = tick(to, base.rows[row + CLOSE])
      result.rows[into + OPEN] = open
      result.rows[into + CLOSE] = close
      for (const [sign, column] of EXTREMES) {
        const { price, exact } = reachOf(sign, base.rows, row, from, to)
        result.rows[into + column] = exact
          ? price
          : search(sign, level, first + i, farther(sign, open, close))
      }
    }
    return result
  })
}

const EXTREMES = [
  [1, HIGH],
  [-1, LOW],
] as const
