import type { Bridge } from './bridge.js'
import { type LaidRun, layRun } from './lay-run.js'
import { TICK_LEVEL } from './periods.js'
import type { PriceModel } from './price-model.js'
import type { PriceSource } from './prices.js'
import type { PricePath, PricePoint } from './recorded.js'
import { OPEN } from './span.js'

/** Prices of the seconds from `begin` to `end`, exclusive. */
export type Stretch = { readonly begin: number; readonly end: number } & (
  | { readonly kind: 'seeded'; readonly factor: number }
  | { readonly kind: 'bridge'; readonly bridge: Bridge }
  | { readonly kind: 'line'; readonly from: PricePoint; readonly to: PricePoint }
  | ({ readonly kind: 'rows' } & LaidRun)
)

const STRETCH_BYTES = 1200

export function bytesOf(stretches: readonly Stretch[]): number {
  const rows = stretches.reduce((sum, stretch) => sum + (stretch.kind === 'rows' ? stretch.bytes : 0), 0)
  return rows + STRETCH_BYTES * stretches.length
}

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
    const bounds = { begin: from.second, end: to.second }
    if (between === 'steps') return { ...bounds, kind: 'line', from, to: { ...to, quanta: from.quanta } }
    if (between === 'line') return { ...bounds, kind: 'line', from, to }
    const bridge = { fromSecond: from.second, from: factors[n], toSecond: to.second, to: factors[n + 1] }
    return { ...bounds, kind: 'bridge', bridge }
  })
  const last = points.length - 1
  return [
    { ...ALWAYS, end: points[0].second, kind: 'seeded', factor: factors[0] },
    ...stretches,
    { ...ALWAYS, begin: points[last].second, kind: 'seeded', factor: factors[last] },
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
    const { rows } = laid.byLevel[laid.level]
    const factor = rows[0] / seededTick(begin)
    if (last === undefined) stretches.push({ ...ALWAYS, end: begin, kind: 'seeded', factor })
    else
      stretches.push({
        begin: last.second + 1,
        end: begin,
        kind: 'bridge',
        bridge: { fromSecond: last.second, from: last.factor, toSecond: begin, to: factor },
      })
    const end = begin + run.count * candles.periodSeconds
    stretches.push({ begin, end, kind: 'rows', ...laid })
    const close = rows[rows.length - 1]
    last = { second: end - 1, factor: close / seededTick(end - 1) }
  }
  const { second = 0, factor = 1 } = last ?? {}
  return [...stretches, { ...ALWAYS, begin: second + 1, kind: 'seeded', factor }]
}
