/** Recorded candles of a level and their folds: rows are shared, bridged gaps are of each market. */
import { firstIndexOf } from '../../kit/numbers/lists.js'
import { DAY_LEVEL, LEVEL_SECONDS, TICK_LEVEL } from './periods.js'
import { RECORD } from './recorded.js'
import { type CandleSpan, CLOSE, createSpan, HIGH, LOW, OPEN, ROW } from './span.js'

/** Consecutive rows of length RECORD; at tick level single prices. */
export interface LevelRows {
  readonly level: number
  readonly first: number
  readonly count: number
  /** NaN marks gaps, never in the first or last row of the lowest level. */
  readonly rows: Float64Array
  readonly bridged: readonly BridgedRows[]
}

/** Rows of the candles `from` … `to - 1`. */
export interface BridgedRows {
  readonly from: number
  readonly to: number
  readonly rows: Float64Array
}

export function strideOf(level: number): number {
  return level === TICK_LEVEL ? 1 : RECORD
}

/** Fills a span of their level, which lies within them. */
export function copyRows({ first, rows, bridged }: LevelRows, into: CandleSpan): void {
  const end = into.first + into.count
  copy(rows, first, into.first, end, into)
  for (let n = firstIndexOf(bridged, ({ to }) => to > into.first); n < bridged.length; n++) {
    const { from, to, rows } = bridged[n]
    if (from >= end) return
    copy(rows, from, Math.max(from, into.first), Math.min(to, end), into)
  }
}

/** Copies the candles `begin` … `end - 1` from rows that start with candle `first`. */
function copy(rows: Float64Array, first: number, begin: number, end: number, into: CandleSpan): void {
  const stride = strideOf(into.level)
  for (let n = begin; n < end; n++) {
    const row = (n - first) * stride
    const to = into.start + (n - into.first) * ROW
    for (let column = OPEN; column <= CLOSE; column++)
      into.rows[to + column] = rows[stride === 1 ? row : row + column]
  }
}

/** Recorded rows by level: the lowest and all longer candles that lie within it as a whole. */
export function recordedFolds(rows: LevelRows): LevelRows[] {
  const folds: LevelRows[] = []
  folds[rows.level] = rows
  for (let level = rows.level - 1; level >= DAY_LEVEL; level--) folds[level] = recordedFold(folds[level + 1])
  return folds
}

/** Fills the gaps of the lowest level with `bridged`, and folds that upwards. */
export function withBridges(recorded: readonly LevelRows[], bridged: readonly BridgedRows[]): LevelRows[] {
  const folds = [...recorded]
  const lowest = folds.length - 1
  folds[lowest] = { ...folds[lowest], bridged }
  for (let level = lowest - 1; level >= DAY_LEVEL; level--)
    folds[level] = { ...folds[level], bridged: bridgedFold(folds[level + 1], folds[level]) }
  return folds
}

/** Candles of the next level in one of a level. */
export function childCountOf(level: number): number {
  return LEVEL_SECONDS[level] / LEVEL_SECONDS[level + 1]
}

function recordedFold(below: LevelRows): LevelRows {
  const level = below.level - 1
  const parts = childCountOf(level)
  const first = Math.ceil(below.first / parts)
  const count = Math.max(0, Math.floor((below.first + below.count) / parts) - first)
  const rows = foldedRows(below.rows, strideOf(below.level), first * parts - below.first, parts, count)
  return { level, first, count, rows, bridged: [] }
}

function bridgedFold(below: LevelRows, above: LevelRows): BridgedRows[] {
  const parts = childCountOf(above.level)
  const bridged: BridgedRows[] = []
  let done = above.first
  for (const bridge of below.bridged) {
    const from = Math.max(done, Math.floor(bridge.from / parts))
    const to = Math.min(above.first + above.count, Math.ceil(bridge.to / parts))
    if (from >= to) continue
    const children = createSpan(below.level, from * parts, (to - from) * parts)
    copyRows(below, children)
    bridged.push({ from, to, rows: foldedRows(children.rows, ROW, 0, parts, to - from) })
    done = to
  }
  return bridged
}

/** Folds `parts` rows each to `count` rows of length RECORD, from row `at` on. */
function foldedRows(
  rows: Float64Array,
  stride: number,
  at: number,
  parts: number,
  count: number,
): Float64Array {
  const result = new Float64Array(count * RECORD)
  for (let n = 0; n < count; n++) foldRow(rows, (at + n * parts) * stride, stride, parts, result, n * RECORD)
  return result
}

/** Folds a span to candles of the level above, of which it has all parts. */
export function foldedSpan({ level, first, count, rows, start }: CandleSpan): CandleSpan {
  const parts = childCountOf(level - 1)
  const result = createSpan(level - 1, first / parts, count / parts)
  for (let n = 0; n < result.count; n++)
    foldRow(rows, start + n * parts * ROW, ROW, parts, result.rows, n * ROW)
  return result
}

/** Folds `parts` rows from `from` on into a row; a gap in them makes a gap in the fold. */
export function foldRow(
  rows: Float64Array,
  from: number,
  stride: number,
  parts: number,
  into: Float64Array,
  row: number,
): void {
  const [highAt, lowAt, closeAt] = stride === 1 ? [0, 0, 0] : [HIGH, LOW, CLOSE]
  const end = from + parts * stride
  let isWhole = true
  let high = Number.NEGATIVE_INFINITY
  let low = Number.POSITIVE_INFINITY
  for (let at = from; at < end; at += stride) {
    if (Number.isNaN(rows[at])) isWhole = false
    if (rows[at + highAt] > high) high = rows[at + highAt]
    if (rows[at + lowAt] < low) low = rows[at + lowAt]
  }
  into[row + OPEN] = isWhole ? rows[from] : Number.NaN
  into[row + HIGH] = high
  into[row + LOW] = low
  into[row + CLOSE] = rows[end - stride + closeAt]
}
