/**
 * Recorded candles of any period → rows of a level, without holes: longer ones are cut, shorter ones become ticks, and
 * what is missing in between is a bridge.
 */
import { type Bridge, bridgeRows } from './bridge.js'
import { type FactorDraws, STREAM } from './factors.js'
import { DRAWS, Halver, halvingsOf } from './halve.js'
import type { PriceModel } from './model.js'
import { LEVEL_SECONDS, TICK_LEVEL } from './periods.js'
import { SharedVariance, setVariance } from './range-variance.js'
import { RECORD, type RecordedRun } from './recorded.js'
import type { PriceSource } from './source.js'
import { CLOSE, createSpan, HIGH, LOW, OPEN, ROW } from './span.js'

/** Rows of a level, one after the other, each RECORD long; at tick level one price each. */
export interface LevelRows {
  readonly level: number
  readonly first: number
  readonly count: number
  readonly rows: Float64Array
}

/** What a price in a row of a level is away from that of the next. */
export function strideOf(level: number): number {
  return level === TICK_LEVEL ? 1 : RECORD
}

/** The rows of a run of candles of `periodSeconds`, which begins at `firstSecond`. */
export function layRun(
  run: RecordedRun,
  periodSeconds: number,
  firstSecond: number,
  model: PriceModel,
  source: PriceSource,
): LevelRows {
  const level = LEVEL_SECONDS.findIndex((seconds) => periodSeconds % seconds === 0)
  const parts = periodSeconds / LEVEL_SECONDS[level]
  const count = run.count * parts
  const first = firstSecond / LEVEL_SECONDS[level]
  const rows =
    level === TICK_LEVEL
      ? toTicks(run, parts, firstSecond, model.tickDraws)
      : parts === 1
        ? run.rows
        : cut(run, parts, level, first, model)
  const laid = { level, first, count, rows }
  return hasHoles(laid) ? filled(laid, rows === run.rows ? rows.slice() : rows, source) : laid
}

function hasHoles({ level, count, rows }: LevelRows): boolean {
  const stride = strideOf(level)
  for (let i = 0; i < count; i++) if (Number.isNaN(rows[i * stride])) return true
  return false
}

/** The same with a bridge over each hole; there is a row before and after it. */
function filled({ level, first, count }: LevelRows, rows: Float64Array, source: PriceSource): LevelRows {
  const stride = strideOf(level)
  const seconds = LEVEL_SECONDS[level]
  for (let i = 1; i < count; i++) {
    if (!Number.isNaN(rows[i * stride])) continue
    let end = i + 1
    while (Number.isNaN(rows[end * stride])) end++
    // The seeded candles around the hole, of which only the last tick before and the first after it matter.
    const around = source.span(level, first + i - 1, end - i + 2)
    const after = around.start + (end - i + 1) * ROW
    const bridge: Bridge = {
      fromSecond: (first + i) * seconds - 1,
      from: rows[i * stride - 1] / around.rows[around.start + CLOSE],
      toSecond: (first + end) * seconds,
      to: rows[end * stride] / around.rows[after + OPEN],
    }
    if (level < TICK_LEVEL) bridgeRows(source, bridge, level, first + i, end - i, rows, i * RECORD, RECORD)
    else {
      const ticks = createSpan(level, first + i, end - i)
      bridgeRows(source, bridge, level, first + i, end - i, ticks.rows, 0)
      for (let n = i; n < end; n++) rows[n] = ticks.rows[(n - i) * ROW]
    }
    i = end
  }
  return { level, first, count, rows }
}

/** Candles that are several of a level long, halved until each part is one. */
function cut(run: RecordedRun, parts: number, level: number, first: number, model: PriceModel): Float64Array {
  const halver = new Halver()
  const variance = new SharedVariance(model.volatility)
  const halvings = halvingsOf(0, parts)
  const normals = new Float64Array(DRAWS * parts)
  const { rows } = createSpan(level, 0, parts)
  const parent = createSpan(level, 0, 1)
  const result = new Float64Array(run.count * parts * RECORD).fill(Number.NaN)
  for (let i = 0; i < run.count; i++) {
    if (Number.isNaN(run.rows[i * RECORD])) continue
    const index = first + i * parts
    for (let column = OPEN; column <= CLOSE; column++)
      rows[column] = parent.rows[column] = run.rows[i * RECORD + column]
    setVariance(parent.rows, 0, parent.level)
    variance.parents = { ...parent, first: Math.floor(index / parts) }
    variance.variances(rows, ROW - 1, ROW, level, index, parts, rows[OPEN] * rows[CLOSE])
    model.draws[level].at(STREAM.recorded + level, index).normals(normals, DRAWS * (parts - 1))
    for (const [h, { begin, middle, over }] of halvings.entries())
      halver.halve(rows, begin, middle, over, LEVEL_SECONDS[level], normals, DRAWS * h)
    for (let n = 0; n < parts; n++)
      for (let column = OPEN; column <= CLOSE; column++)
        result[(i * parts + n) * RECORD + column] = rows[n * ROW + column]
  }
  return result
}

/** Candles of so many seconds as ticks: a walk from the first to the last that has their high and low inside. */
function toTicks(run: RecordedRun, seconds: number, firstSecond: number, draws: FactorDraws): Float64Array {
  const result = new Float64Array(run.count * seconds).fill(Number.NaN)
  for (let i = 0; i < run.count; i++) {
    const row = i * RECORD
    if (Number.isNaN(run.rows[row])) continue
    const at = i * seconds
    if (seconds === 1) result[at] = run.rows[row + CLOSE]
    else walk(run.rows, row, result, at, seconds, draws.at(STREAM.recorded, firstSecond + at))
  }
  return result
}

/** At least four ticks: high and low each have a place of their own between the first and the last. */
function walk(
  rows: Float64Array,
  row: number,
  ticks: Float64Array,
  at: number,
  count: number,
  draws: FactorDraws,
): void {
  const [open, high, low, close] = [rows[row + OPEN], rows[row + HIGH], rows[row + LOW], rows[row + CLOSE]]
  const last = count - 1
  const deviation = (high - low) / Math.sqrt(2 * count)
  let sum = 0
  for (let n = 1; n < count; n++) ticks[at + n] = sum += draws.normal()
  for (let n = 1; n < last; n++) {
    const straight = open + ((close - open) * n) / last
    const away = deviation * (ticks[at + n] - (sum * n) / last)
    ticks[at + n] = Math.min(high, Math.max(low, straight + away))
  }
  ticks[at] = open
  ticks[at + last] = close
  let highest = 1
  for (let n = 2; n < last; n++) if (ticks[at + n] > ticks[at + highest]) highest = n
  let lowest = highest === 1 ? 2 : 1
  for (let n = 1; n < last; n++) if (n !== highest && ticks[at + n] < ticks[at + lowest]) lowest = n
  if (high > Math.max(open, close)) ticks[at + highest] = high
  if (low < Math.min(open, close)) ticks[at + lowest] = low
}
