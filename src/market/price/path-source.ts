/**
 * A path of given prices over the seeded market: scaled seeded candles, recorded rows, lines, or bridges by stretch.
 * A candle across several stretches is the fold of its children; those are few, and cached.
 */

import { getOrCreate } from '../../kit/maps.js'
import { firstIndexOf } from '../../kit/numbers/lists.js'
import { type Bridge, clampPrice, fillBridge, scaleRow } from './bridge.js'
import { Descent } from './descent.js'
import { bytesOf, layPath, type Stretch } from './lay-path.js'
import type { LaidRun } from './lay-run.js'
import { childCountOf, copyRows, foldedSpan } from './level-rows.js'
import { DAY_LEVEL, LEVEL_SECONDS } from './periods.js'
import type { PriceModel } from './price-model.js'
import { overSource, type PriceSource } from './prices.js'
import type { PricePath, PricePoint } from './recorded.js'
import { CandleSpan, CLOSE, createSpan, HIGH, LOW, OPEN, ROW } from './span.js'

/** Lays `path` over `source`; memory growth is reported to `grow`. */
export function withPath(
  source: PriceSource,
  model: PriceModel,
  path: PricePath,
  grow: (bytes: number) => void = () => {},
): PriceSource {
  const stretches = layPath(path, model, source)
  grow(bytesOf(stretches))
  const descent = new Descent(model)
  const meetings = LEVEL_SECONDS.map(() => new Map<number, Float64Array>())

  const stretchAt = (second: number): Stretch => stretches[firstIndexOf(stretches, ({ end }) => end > second)]
  const meeting = (level: number, index: number): Float64Array =>
    getOrCreate(meetings[level], index, () => {
      const parts = childCountOf(level)
      return foldedSpan(span(level + 1, index * parts, parts)).rows
    })
  const fillBelow = (into: CandleSpan, roots: CandleSpan): void => {
    const seconds = LEVEL_SECONDS[into.level]
    const last = (into.first + into.count) * seconds - 1
    const below = descent.below(roots, into.level, into.first * seconds, last)
    const from = below.start + (into.first - below.first) * ROW
    into.rows.set(below.rows.subarray(from, from + into.count * ROW), into.start)
  }
  const fillBridged = (into: CandleSpan, stretch: Stretch, bridge: Bridge): void => {
    const { level, first, count } = into
    for (let at = first; at < first + count; ) {
      const root = rootLevel(stretch, level, at)
      const end = endOfRoots(stretch, root, level, at, first + count)
      const part = partOf(into, at, end - at)
      if (root === level) fillBridge(part, source, bridge)
      else {
        const roots = createSpan(root, Math.floor((at * LEVEL_SECONDS[level]) / LEVEL_SECONDS[root]), 1)
        fillBridge(roots, source, bridge)
        fillBelow(part, roots)
      }
      at = end
    }
  }
  const fillLaid = (into: CandleSpan, { level: lowest, byLevel }: LaidRun): void => {
    if (into.level <= lowest) {
      copyRows(byLevel[into.level], into)
      return
    }
    const parts = LEVEL_SECONDS[lowest] / LEVEL_SECONDS[into.level]
    const from = Math.floor(into.first / parts)
    const roots = createSpan(lowest, from, Math.floor((into.first + into.count - 1) / parts) - from + 1)
    copyRows(byLevel[lowest], roots)
    fillBelow(into, roots)
  }
  const fill = (into: CandleSpan, stretch: Stretch): void => {
    if (stretch.kind === 'seeded') fillScaled(into, source, stretch.factor)
    else if (stretch.kind === 'line') fillLine(into, stretch.from, stretch.to)
    else if (stretch.kind === 'bridge') fillBridged(into, stretch, stretch.bridge)
    else fillLaid(into, stretch)
  }
  const span = (level: number, first: number, count: number): CandleSpan => {
    const result = createSpan(level, first, count)
    const seconds = LEVEL_SECONDS[level]
    for (let at = first; at < first + count; ) {
      const stretch = stretchAt(at * seconds)
      const wholeCount = Math.min(first + count, Math.floor(stretch.end / seconds)) - at
      if (wholeCount > 0) fill(partOf(result, at, wholeCount), stretch)
      else result.rows.set(meeting(level, at), (at - first) * ROW)
      at += Math.max(wholeCount, 1)
    }
    return result
  }
  return overSource(source, span)
}

function partOf({ level, first, rows, start }: CandleSpan, from: number, count: number): CandleSpan {
  return new CandleSpan(level, from, count, rows, start + (from - first) * ROW)
}

/** Level of the longest candle around candle `index` of `level` that lies within the stretch. */
function rootLevel({ begin, end }: Stretch, level: number, index: number): number {
  let root = level
  while (root > DAY_LEVEL) {
    const seconds = LEVEL_SECONDS[root - 1]
    const from = Math.floor((index * LEVEL_SECONDS[level]) / seconds) * seconds
    if (from < begin || from + seconds > end) break
    root--
  }
  return root
}

/** End of the candles of `level` from `at` on that share the root, or that are all their own roots. */
function endOfRoots(stretch: Stretch, root: number, level: number, at: number, most: number): number {
  if (root < level) {
    const parts = LEVEL_SECONDS[root] / LEVEL_SECONDS[level]
    return Math.min(most, (Math.floor(at / parts) + 1) * parts)
  }
  let end = at + 1
  while (end < most && (level === DAY_LEVEL || rootLevel(stretch, level, end) === level)) end++
  return end
}

function fillScaled({ level, first, count, rows, start }: CandleSpan, source: PriceSource, factor: number) {
  const span = source.span(level, first, count)
  for (let row = 0; row < count * ROW; row += ROW)
    scaleRow(span.rows, span.start + row, factor, rows, start + row)
}

function fillLine({ level, first, count, rows, start }: CandleSpan, from: PricePoint, to: PricePoint): void {
  const slope = (to.quanta - from.quanta) / (to.second - from.second)
  const seconds = LEVEL_SECONDS[level]
  for (let i = 0; i < count; i++) {
    const at = (first + i) * seconds
    const open = clampPrice(from.quanta + slope * (at - from.second))
    const close = clampPrice(from.quanta + slope * (at + seconds - 1 - from.second))
    const row = start + i * ROW
    rows[row + OPEN] = open
    rows[row + HIGH] = Math.max(open, close)
    rows[row + LOW] = Math.min(open, close)
    rows[row + CLOSE] = close
  }
}
