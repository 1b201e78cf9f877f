/** Recorded candles of any period as gapless rows of one level and all above: cut, or made ticks, and bridged. */
import { type Bridge, fillBridge } from './bridge.js'
import { SharedVariance, setVariance } from './descent.js'
import { type FactorDraws, RECORDED_STREAM } from './factors.js'
import { addHalvings, DRAWS, Halver } from './halve.js'
import { type BridgedRows, type LevelRows, recordedFolds, strideOf, withBridges } from './level-rows.js'
import { LEVEL_SECONDS, layingOf, TICK_LEVEL } from './periods.js'
import type { PriceModel } from './price-model.js'
import type { PriceSource } from './prices.js'
import { RECORD, type RecordedRun } from './recorded.js'
import { CLOSE, createSpan, HIGH, LOW, OPEN, ROW } from './span.js'

export interface LaidRun {
  /** The lowest one. */
  readonly level: number
  readonly byLevel: readonly LevelRows[]
  /** Memory cost without the run. */
  readonly bytes: number
}

export function layRun(
  run: RecordedRun,
  periodSeconds: number,
  firstSecond: number,
  model: PriceModel,
  source: PriceSource,
): LaidRun {
  const { level, parts } = layingOf(periodSeconds)
  const { recorded, isShared } =
    parts > 1
      ? { recorded: draw(run, level, parts, firstSecond, model), isShared: false }
      : undrawn(run, level, firstSecond)
  const byLevel = withBridges(recorded, bridgesIn(recorded[level], source))
  const own = isShared ? 0 : bytesIn(recorded.filter(({ rows }) => rows !== run.rows))
  const bridges = byLevel.flatMap(({ bridged }) => bridged)
  return { level, byLevel, bytes: own + bytesIn(bridges) + bridges.length * BRIDGE_BYTES }
}

const BRIDGE_BYTES = 200

function bytesIn(list: readonly { readonly rows: Float64Array }[]): number {
  return list.reduce((sum, { rows }) => sum + rows.byteLength, 0)
}

/**
 * Rows without draws are the same in every market. The first layout of a run, mostly at its own time, is kept for
 * reuse, for example by another session with the same file; it lives as long as the run.
 */
const UNDRAWN = new WeakMap<RecordedRun, { firstSecond: number; recorded: readonly LevelRows[] }>()

function undrawn(run: RecordedRun, level: number, firstSecond: number) {
  const known = UNDRAWN.get(run)
  if (known?.firstSecond === firstSecond) return { recorded: known.recorded, isShared: true }
  const { count } = run
  const rows =
    level < TICK_LEVEL
      ? run.rows
      : Float64Array.from({ length: count }, (_, i) => run.rows[i * RECORD + CLOSE])
  const first = firstSecond / LEVEL_SECONDS[level]
  const recorded = recordedFolds({ level, first, count, rows, bridged: [] })
  if (known === undefined) UNDRAWN.set(run, { firstSecond, recorded })
  return { recorded, isShared: known === undefined }
}

function draw(
  run: RecordedRun,
  level: number,
  parts: number,
  firstSecond: number,
  model: PriceModel,
): readonly LevelRows[] {
  const first = firstSecond / LEVEL_SECONDS[level]
  const rows =
    level === TICK_LEVEL
      ? toTicks(run, parts, firstSecond, model.tickDraws)
      : cut(run, parts, level, first, model)
  return recordedFolds({ level, first, count: run.count * parts, rows, bridged: [] })
}

function bridgesIn({ level, first, count, rows }: LevelRows, source: PriceSource): BridgedRows[] {
  const bridged: BridgedRows[] = []
  const stride = strideOf(level)
  const seconds = LEVEL_SECONDS[level]
  for (let from = 1; from < count; from++) {
    if (!Number.isNaN(rows[from * stride])) continue
    let to = from + 1
    while (Number.isNaN(rows[to * stride])) to++
    // Seeded candles around the gap; only the last tick before and the first after it matter.
    const around = source.span(level, first + from - 1, to - from + 2)
    const after = around.start + (to - from + 1) * ROW
    const bridge: Bridge = {
      fromSecond: (first + from) * seconds - 1,
      from: rows[from * stride - 1] / around.rows[around.start + CLOSE],
      toSecond: (first + to) * seconds,
      to: rows[to * stride] / around.rows[after + OPEN],
    }
    const span = createSpan(level, first + from, to - from)
    fillBridge(span, source, bridge)
    bridged.push({ from: first + from, to: first + to, rows: span.rows.filter((_, n) => n % ROW < stride) })
    from = to
  }
  return bridged
}

function cut(run: RecordedRun, parts: number, level: number, first: number, model: PriceModel): Float64Array {
  const halver = new Halver()
  const variance = new SharedVariance(model.volatility)
  const halvings = addHalvings([], 0, parts)
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
    parent.first = Math.floor(index / parts)
    variance.parents = parent
    variance.variances(rows, ROW - 1, ROW, level, index, parts, rows[OPEN] * rows[CLOSE])
    model.draws[level]
      .at(RECORDED_STREAM + level, index, variance.stress)
      .normals(normals, DRAWS * (parts - 1))
    for (const [h, { begin, middle, over }] of halvings.entries())
      halver.halve(rows, begin, middle, over, LEVEL_SECONDS[level], normals, DRAWS * h)
    for (let n = 0; n < parts; n++)
      for (let column = OPEN; column <= CLOSE; column++)
        result[(i * parts + n) * RECORD + column] = rows[n * ROW + column]
  }
  return result
}

/** Converts candles of four seconds and more into ticks: a walk from first to last with high and low inside. */
function toTicks(run: RecordedRun, seconds: number, firstSecond: number, draws: FactorDraws): Float64Array {
  const result = new Float64Array(run.count * seconds).fill(Number.NaN)
  for (let i = 0; i < run.count; i++) {
    const row = i * RECORD
    if (Number.isNaN(run.rows[row])) continue
    const at = i * seconds
    walk(run.rows, row, result, at, seconds, draws.at(RECORDED_STREAM, firstSecond + at, 0))
  }
  return result
}

/** Needs at least four ticks: high and low have separate places between first and last. */
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
