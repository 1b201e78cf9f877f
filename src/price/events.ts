/**
 * Moves of the market laid over a price source: every tick is multiplied by a factor that is a function of time, and time
 * itself may stand still. A candle over which nothing changes is scaled as a whole; any other is folded from its
 * children, down to ticks where need be. So folds stay exact, and only the inside of an event costs more.
 */
import { LEVEL_SECONDS, TICK_LEVEL } from './periods.js'
import type { PriceSource } from './process.js'
import { CLOSE, createSpan, HIGH, LOW, OPEN, ROW, type Span } from './span.js'

/** The factor goes from `from` to `to` in a straight line between two seconds; before the first it is 1. */
export interface Ramp {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly from: number
  readonly to: number
}

/** One event on one asset: ramps one after the other, or a stretch in which no tick differs from its first. */
export type PriceEvent =
  | { readonly kind: 'move'; readonly ramps: readonly Ramp[] }
  | { readonly kind: 'freeze'; readonly startSeconds: number; readonly endSeconds: number }

export function withEvents(source: PriceSource, events: readonly PriceEvent[]): PriceSource {
  const moves = events.flatMap((event) => (event.kind === 'move' ? [event.ramps] : []))
  const freezes = events.flatMap((event) => (event.kind === 'freeze' ? [event] : []))
  const factorAt = (second: number): number =>
    moves.reduce((factor, ramps) => factor * factorOf(ramps, second), 1)
  const edges = [
    ...moves.flatMap((ramps) =>
      ramps.flatMap(({ startSeconds, endSeconds }) => [[startSeconds, endSeconds]]),
    ),
    ...freezes.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]),
  ]
  /** Whether anything changes between the ticks `first` and `last`: a ramp is under way, or something begins or ends. */
  const changes = (first: number, last: number): boolean =>
    edges.some(([start, end]) => start <= last && end > first)

  const span = (level: number, first: number, count: number): Span => {
    const seconds = LEVEL_SECONDS[level]
    const base = source.span(level, first, count)
    const result = createSpan(level, first, count)
    for (let i = 0; i < count; i++) {
      const start = (first + i) * seconds
      const row = i * ROW
      if (level === TICK_LEVEL) writeTick(result.rows, row, tickAt(start, base.rows[base.start + row + OPEN]))
      else if (changes(start, start + seconds - 1)) foldInto(result.rows, row, childrenOf(level, first + i))
      else scaleInto(result.rows, row, base.rows, base.start + row, factorAt(start))
    }
    return result
  }
  const tickAt = (second: number, price: number): number => {
    const freeze = freezes.find(
      ({ startSeconds, endSeconds }) => second >= startSeconds && second < endSeconds,
    )
    return freeze === undefined ? price * factorAt(second) : frozenPrice(freeze.startSeconds)
  }
  const frozen = new Map<number, number>()
  const frozenPrice = (second: number): number => {
    const known = frozen.get(second)
    if (known !== undefined) return known
    const tick = source.span(TICK_LEVEL, second, 1)
    const price = tick.rows[tick.start + OPEN] * factorAt(second)
    frozen.set(second, price)
    return price
  }
  const childrenOf = (level: number, index: number): Span => {
    const children = LEVEL_SECONDS[level] / LEVEL_SECONDS[level + 1]
    return span(level + 1, index * children, children)
  }
  return { span }
}

function factorOf(ramps: readonly Ramp[], second: number): number {
  let factor = 1
  for (const { startSeconds, endSeconds, from, to } of ramps) {
    if (second < startSeconds) break
    factor =
      second >= endSeconds ? to : from + ((to - from) * (second - startSeconds)) / (endSeconds - startSeconds)
  }
  return factor
}

function writeTick(rows: Float64Array, row: number, price: number): void {
  rows.fill(price, row + OPEN, row + CLOSE + 1)
}

function scaleInto(rows: Float64Array, row: number, from: Float64Array, at: number, factor: number): void {
  for (const column of [OPEN, HIGH, LOW, CLOSE]) rows[row + column] = from[at + column] * factor
}

function foldInto(rows: Float64Array, row: number, children: Span): void {
  const { start, count } = children
  rows[row + OPEN] = children.rows[start + OPEN]
  rows[row + CLOSE] = children.rows[start + (count - 1) * ROW + CLOSE]
  rows[row + HIGH] = -Infinity
  rows[row + LOW] = Infinity
  for (let i = 0; i < count; i++) {
    rows[row + HIGH] = Math.max(rows[row + HIGH], children.rows[start + i * ROW + HIGH])
    rows[row + LOW] = Math.min(rows[row + LOW], children.rows[start + i * ROW + LOW])
  }
}
