/** A path in time → stretches, one after the other without a gap from the beginning of time to its end. */
import type { Bridge } from './bridge.js'
import { type LevelRows, layRun, strideOf } from './lay-run.js'
import type { PriceModel } from './model.js'
import { DAY_LEVEL, LEVEL_SECONDS, TICK_LEVEL } from './periods.js'
import { type PricePath, type PricePoint, RECORD } from './recorded.js'
import type { PriceSource } from './source.js'
import { CLOSE, HIGH, LOW, OPEN } from './span.js'

/** What the price is during the seconds from `begin` up to and without `end`. */
export type Stretch = { readonly begin: number; readonly end: number } & (
  | { readonly kind: 'seeded'; readonly factor: number }
  | { readonly kind: 'bridge'; readonly bridge: Bridge }
  | { readonly kind: 'line'; readonly from: PricePoint; readonly to: PricePoint }
  | {
      readonly kind: 'rows'
      readonly level: number
      /** The rows of its level, and folded those of all above it, by level. */
      readonly rows: readonly LevelRows[]
    }
)

/** `source` is the seeded market, `model` what it is drawn from. */
export function layPath(path: PricePath, model: PriceModel, source: PriceSource): Stretch[] {
  const seededTick = (second: number): number => {
    const { rows, start } = source.span(TICK_LEVEL, second, 1)
    return rows[start + OPEN]
  }
  return path.kind === 'points' ? layPoints(path, seededTick) : layCandles(path, model, source, seededTick)
}

const ALWAYS = { begin: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }

function layPoints(
  { points, between }: PricePath & { kind: 'points' },
  seededTick: (second: number) => number,
): Stretch[] {
  const factors = points.map(({ second, quanta }) => quanta / seededTick(second))
  const stretches = points.slice(0, -1).map((from, n): Stretch => {
    const to = points[n + 1]
    const place = { begin: from.second, end: to.second }
    if (between === 'steps') return { ...place, kind: 'line', from, to: { ...to, quanta: from.quanta } }
    if (between === 'line') return { ...place, kind: 'line', from, to }
    const [fromSecond, toSecond] = [from.second, to.second]
    const bridge = { fromSecond, from: factors[n], toSecond, to: factors[n + 1] }
    return { ...place, kind: 'bridge', bridge }
  })
  return joined(stretches, points[0].second, factors[0], points.at(-1)?.second as number, factors.at(-1))
}

function joined(
  stretches: readonly Stretch[],
  begin: number,
  before: number,
  end: number,
  after = before,
): Stretch[] {
  return [
    { ...ALWAYS, end: begin, kind: 'seeded', factor: before },
    ...stretches,
    { ...ALWAYS, begin: end, kind: 'seeded', factor: after },
  ]
}

function layCandles(
  { candles, shiftSeconds }: PricePath & { kind: 'candles' },
  model: PriceModel,
  source: PriceSource,
  seededTick: (second: number) => number,
): Stretch[] {
  const stretches: Stretch[] = []
  let last: { readonly second: number; readonly factor: number } | undefined
  for (const run of candles.runs) {
    const begin = run.firstSecond + shiftSeconds
    const laid = layRun(run, candles.periodSeconds, begin, model, source)
    const factor = laid.rows[0] / seededTick(begin)
    if (last === undefined) stretches.push({ ...ALWAYS, end: begin, kind: 'seeded', factor })
    else
      stretches.push({
        begin: last.second + 1,
        end: begin,
        kind: 'bridge',
        bridge: { fromSecond: last.second, from: last.factor, toSecond: begin, to: factor },
      })
    const end = begin + run.count * candles.periodSeconds
    stretches.push({ begin, end, kind: 'rows', level: laid.level, rows: foldsOf(laid) })
    const close = laid.rows[laid.count * strideOf(laid.level) - 1]
    last = { second: end - 1, factor: close / seededTick(end - 1) }
  }
  const { second = 0, factor = 1 } = last ?? {}
  return [...stretches, { ...ALWAYS, begin: second + 1, kind: 'seeded', factor }]
}

/** The rows themselves, and those of longer candles that lie within them as a whole. */
function foldsOf(rows: LevelRows): LevelRows[] {
  const folds: LevelRows[] = []
  folds[rows.level] = rows
  for (let level = rows.level - 1; level >= DAY_LEVEL; level--) folds[level] = foldOf(folds[level + 1])
  return folds
}

function foldOf(below: LevelRows): LevelRows {
  const level = below.level - 1
  const parts = LEVEL_SECONDS[level] / LEVEL_SECONDS[below.level]
  const first = Math.ceil(below.first / parts)
  const count = Math.max(0, Math.floor((below.first + below.count) / parts) - first)
  const rows = new Float64Array(count * RECORD)
  const stride = strideOf(below.level)
  const [highAt, lowAt] = stride === 1 ? [0, 0] : [HIGH, LOW]
  for (let i = 0; i < count; i++) {
    let from = ((first + i) * parts - below.first) * stride
    const into = i * RECORD
    rows[into + OPEN] = below.rows[from]
    let high = Number.NEGATIVE_INFINITY
    let low = Number.POSITIVE_INFINITY
    for (let n = 0; n < parts; n++, from += stride) {
      if (below.rows[from + highAt] > high) high = below.rows[from + highAt]
      if (below.rows[from + lowAt] < low) low = below.rows[from + lowAt]
    }
    rows[into + HIGH] = high
    rows[into + LOW] = low
    rows[into + CLOSE] = below.rows[from - 1]
  }
  return { level, first, count, rows }
}
