/**
 * A path of given prices over the seeded market: scaled seeded candles, recorded rows, lines, or bridges by stretch.
 * A candle across several stretches is the fold of its children; those are few, and cached.
 */

import { getOrCreate } from '../../kit/maps.js'
import { firstIndexOf } from '../../kit/numbers/lists.js'
import { type Bridge, bridgeRows, clampPrice, scaleRows } from './bridge.js'
import { childrenOf, Descent, foldRows } from './descent.js'
import { bytesOf, layPath, type Stretch } from './lay-path.js'
import type { LaidRun } from './lay-run.js'
import { copyRows } from './level-rows.js'
import { DAY_LEVEL, LEVEL_SECONDS } from './periods.js'
import type { PriceModel } from './price-model.js'
import { overSource, type PriceSource } from './prices.js'
import type { PricePath, PricePoint } from './recorded.js'
import { type CandleSpan, CLOSE, createSpan, HIGH, LOW, OPEN, ROW } from './span.js'

type WriteCandles = (level: number, first: number, count: number, rows: Float64Array, into: number) => void

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
      const parts = childrenOf(level)
      const { rows, start } = span(level + 1, index * parts, parts)
      const row = new Float64Array(ROW)
      foldRows(rows, start, parts, row, 0)
      return row
    })
  const writeBelow =
    (roots: CandleSpan): WriteCandles =>
    (level, first, count, rows, into) => {
      const seconds = LEVEL_SECONDS[level]
      const below = descent.below(roots, level, first * seconds, (first + count) * seconds - 1)
      const from = below.start + (first - below.first) * ROW
      rows.set(below.rows.subarray(from, from + count * ROW), into)
    }
  const writeBridge =
    (stretch: Stretch, bridge: Bridge): WriteCandles =>
    (level, first, count, rows, into) => {
      for (let at = first; at < first + count; ) {
        const root = rootLevel(stretch, level, at)
        const end = endOfRoots(stretch, root, level, at, first + count)
        const to = into + (at - first) * ROW
        if (root === level) bridgeRows(source, bridge, level, at, end - at, rows, to)
        else {
          const parts = LEVEL_SECONDS[root] / LEVEL_SECONDS[level]
          const roots = createSpan(root, Math.floor(at / parts), 1)
          bridgeRows(source, bridge, root, roots.first, 1, roots.rows, 0)
          writeBelow(roots)(level, at, end - at, rows, to)
        }
        at = end
      }
    }
  const writeLaid =
    ({ level: lowest, byLevel }: LaidRun): WriteCandles =>
    (level, first, count, rows, into) => {
      const copy: WriteCandles = (level, first, count, rows, into) =>
        copyRows(byLevel[level], first - byLevel[level].first, count, rows, into, ROW)
      if (level <= lowest) return copy(level, first, count, rows, into)
      const parts = LEVEL_SECONDS[lowest] / LEVEL_SECONDS[level]
      const from = Math.floor(first / parts)
      const roots = createSpan(lowest, from, Math.floor((first + count - 1) / parts) - from + 1)
      copy(lowest, roots.first, roots.count, roots.rows, 0)
      writeBelow(roots)(level, first, count, rows, into)
    }
  const writerOf = (stretch: Stretch): WriteCandles => {
    if (stretch.kind === 'seeded') return writeScaled(source, stretch.factor)
    if (stretch.kind === 'line') return writeLine(stretch.from, stretch.to)
    return stretch.kind === 'bridge' ? writeBridge(stretch, stretch.bridge) : writeLaid(stretch)
  }
  const span = (level: number, first: number, count: number): CandleSpan => {
    const result = createSpan(level, first, count)
    const seconds = LEVEL_SECONDS[level]
    for (let at = first; at < first + count; ) {
      const stretch = stretchAt(at * seconds)
      const wholeCount = Math.min(first + count, Math.floor(stretch.end / seconds)) - at
      const into = (at - first) * ROW
      if (wholeCount > 0) writerOf(stretch)(level, at, wholeCount, result.rows, into)
      else result.rows.set(meeting(level, at), into)
      at += Math.max(wholeCount, 1)
    }
    return result
  }
  return overSource(source, span)
}

export function scaledSource(source: PriceSource, factor: number): PriceSource {
  return overSource(source, (level, first, count) => {
    const result = createSpan(level, first, count)
    writeScaled(source, factor)(level, first, count, result.rows, 0)
    return result
  })
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

const writeScaled =
  (source: PriceSource, factor: number): WriteCandles =>
  (level, first, count, rows, into) => {
    const span = source.span(level, first, count)
    scaleRows(span.rows, span.start, count, factor, rows, into)
  }

const writeLine =
  (from: PricePoint, to: PricePoint): WriteCandles =>
  (level, first, count, rows, into) => {
    const slope = (to.quanta - from.quanta) / (to.second - from.second)
    const seconds = LEVEL_SECONDS[level]
    for (let i = 0; i < count; i++) {
      const at = (first + i) * seconds
      const open = clampPrice(from.quanta + slope * (at - from.second))
      const close = clampPrice(from.quanta + slope * (at + seconds - 1 - from.second))
      const row = into + i * ROW
      rows[row + OPEN] = open
      rows[row + HIGH] = Math.max(open, close)
      rows[row + LOW] = Math.min(open, close)
      rows[row + CLOSE] = close
    }
  }
