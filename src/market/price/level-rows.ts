/** Recorded candles of a level and their folds: rows are shared, bridged gaps are of each market. */
import { firstIndexOf } from '../../kit/numbers/lists.js'
import { DAY_LEVEL, LEVEL_SECONDS, TICK_LEVEL } from './periods.js'
import { RECORD } from './recorded.js'
import { CLOSE, HIGH, LOW, OPEN } from './span.js'

/** Consecutive rows of length RECORD; at tick level single prices. */
export interface LevelRows {
  readonly level: number
  readonly first: number
  readonly count: number
  /** NaN marks gaps, never in the first or last row of the lowest level. */
  readonly rows: Float64Array
  readonly bridged: readonly BridgedRows[]
}

/** Rows `from` … `to - 1`, relative to the first. */
export interface BridgedRows {
  readonly from: number
  readonly to: number
  readonly rows: Float64Array
}

export function strideOf(level: number): number {
  return level === TICK_LEVEL ? 1 : RECORD
}

export function copyRows(
  { level, rows: from, bridged }: LevelRows,
  at: number,
  count: number,
  rows: Float64Array,
  into: number,
  step: number,
): void {
  copy(from, strideOf(level), at, count, rows, into, step)
  for (let n = firstIndexOf(bridged, ({ to }) => to > at); n < bridged.length; n++) {
    const bridge = bridged[n]
    if (bridge.from >= at + count) return
    const begin = Math.max(at, bridge.from)
    const some = Math.min(at + count, bridge.to) - begin
    copy(bridge.rows, strideOf(level), begin - bridge.from, some, rows, into + (begin - at) * step, step)
  }
}

function copy(
  from: Float64Array,
  stride: number,
  at: number,
  count: number,
  rows: Float64Array,
  into: number,
  step: number,
): void {
  for (let i = 0; i < count; i++) {
    const row = (at + i) * stride
    const to = into + i * step
    for (let column = OPEN; column <= CLOSE; column++)
      rows[to + column] = from[stride === 1 ? row : row + column]
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

function childrenIn(below: LevelRows): { readonly parts: number; readonly first: number } {
  const parts = LEVEL_SECONDS[below.level - 1] / LEVEL_SECONDS[below.level]
  return { parts, first: Math.ceil(below.first / parts) }
}

function recordedFold(below: LevelRows): LevelRows {
  const { parts, first } = childrenIn(below)
  const count = Math.max(0, Math.floor((below.first + below.count) / parts) - first)
  const rows = new Float64Array(count * RECORD)
  fold(below.rows, strideOf(below.level), first * parts - below.first, parts, rows)
  return { level: below.level - 1, first, count, rows, bridged: [] }
}

function bridgedFold(below: LevelRows, above: LevelRows): BridgedRows[] {
  const { parts, first } = childrenIn(below)
  const offset = first * parts - below.first
  const bridged: BridgedRows[] = []
  let done = 0
  for (const bridge of below.bridged) {
    const from = Math.max(done, Math.floor((bridge.from - offset) / parts))
    const to = Math.min(above.count, Math.ceil((bridge.to - offset) / parts))
    if (from >= to) continue
    const children = new Float64Array((to - from) * parts * RECORD)
    copyRows(below, offset + from * parts, (to - from) * parts, children, 0, RECORD)
    const rows = new Float64Array((to - from) * RECORD)
    fold(children, RECORD, 0, parts, rows)
    bridged.push({ from, to, rows })
    done = to
  }
  return bridged
}

/** Fills `to` with folds of `parts` rows each, from row `at` on; a gap in the rows makes a gap in the fold. */
function fold(rows: Float64Array, stride: number, at: number, parts: number, to: Float64Array): void {
  const [highAt, lowAt] = stride === 1 ? [0, 0] : [HIGH, LOW]
  let from = at * stride
  for (let into = 0; into < to.length; into += RECORD) {
    let isWhole = true
    let high = Number.NEGATIVE_INFINITY
    let low = Number.POSITIVE_INFINITY
    const open = rows[from]
    for (let n = 0; n < parts; n++, from += stride) {
      if (Number.isNaN(rows[from])) isWhole = false
      if (rows[from + highAt] > high) high = rows[from + highAt]
      if (rows[from + lowAt] < low) low = rows[from + lowAt]
    }
    to[into + OPEN] = isWhole ? open : Number.NaN
    to[into + HIGH] = high
    to[into + LOW] = low
    to[into + CLOSE] = rows[from - 1]
  }
}
