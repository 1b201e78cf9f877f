/** Random paths of prices, and the prices of assets on them. */
import fc from 'fast-check'
import { readCandleRows } from '../../src/market/candle-import/collect.js'
import type { Asset } from '../../src/market/catalogue/types.js'
import { createPriceModel } from '../../src/market/price/asset-model.js'
import { createAssetPrices } from '../../src/market/price/candles.js'
import { createPriceProcess } from '../../src/market/price/load-kernel.js'
import { withPath } from '../../src/market/price/path-source.js'
import type { AssetPrices } from '../../src/market/price/prices.js'
import { BETWEEN, type PricePath, type RecordedCandles } from '../../src/market/price/recorded.js'
import { catalogue } from './prices.js'

/** Time around which all paths lie: the middle of a day, on no edge of a longer candle. */
export const AROUND = Date.parse('2026-03-01T13:07:00Z') / 1000

export function pricesOn(path: PricePath, seed: string, name: string): AssetPrices {
  const asset = catalogue.assets.get(name) as Asset
  const source = createPriceProcess(seed, asset)
  return createAssetPrices(withPath(source, createPriceModel(seed, asset), path))
}

/** Recorded candles: index in units of the period from the first, and open, high, low, close. */
export interface Recording {
  readonly periodSeconds: number
  readonly firstSecond: number
  readonly rows: readonly { readonly at: number; readonly row: readonly [number, number, number, number] }[]
}

const { name, priceDecimals } = catalogue.assets.get('ETH') as Asset
const usd = (quanta: number) => quanta / 10 ** priceDecimals

/** The same in the form of the price process, read from rows in USD. */
export function candlesOf({ periodSeconds, firstSecond, rows }: Recording): RecordedCandles {
  const written = rows.map(({ at, row }) => [firstSecond + at * periodSeconds, ...row.map(usd)])
  return readCandleRows(written, { name, priceDecimals, periodSeconds }).candles
}

const wild = fc.double({ min: -1, max: 1, noNaN: true })
/** Open, high, low and close in quanta, from flat to a crash, with random opens. */
const anyRow = fc
  .tuple(fc.constantFrom(0, 1e-5, 1e-3, 0.1), wild, wild, wild, wild)
  .map(([scale, ...moves]) => {
    const [open, a, b, close] = moves.map((move) => Math.round(25_000_000 * (1 + scale * move)))
    return [open, Math.max(open, a, b, close), Math.min(open, a, b, close), close] as const
  })
const aligned = (second: number, by: number) => Math.floor(second / by) * by

/** All kinds of periods: levels of the refinement, longer ones that are not, and parts of a minute. */
const anyPeriodSeconds = fc.constantFrom(
  ...[1, 5, 15, 30, 60, 120, 180, 300, 600, 900, 1800, 3600, 5400, 7200, 14_400, 21_600, 43_200, 86_400],
)
/** Missing candles before the next: mostly none, sometimes some, rarely enough to begin another run. */
const anyHole = fc.oneof(
  { weight: 40, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: 900, max: 4000 }) },
)
export const anyRecording: fc.Arbitrary<Recording> = fc
  .tuple(
    anyPeriodSeconds,
    fc.integer({ min: 0, max: 7200 }),
    fc.array(fc.tuple(anyHole, anyRow), { minLength: 1, maxLength: 40 }),
  )
  .map(([periodSeconds, after, rows]) => {
    let at = -1
    return {
      periodSeconds,
      firstSecond: aligned(AROUND + after, periodSeconds),
      rows: rows.map(([hole, row], n) => {
        at += n === 0 ? 1 : 1 + hole
        return { at, row }
      }),
    }
  })

export const anyPoints: fc.Arbitrary<PricePath & { kind: 'points' }> = fc
  .record({
    kind: fc.constant('points' as const),
    between: fc.constantFrom(...BETWEEN),
    points: fc.uniqueArray(
      fc.record({
        second: fc.oneof(
          fc.integer({ min: AROUND, max: AROUND + 600 }),
          fc.integer({ min: AROUND, max: AROUND + 20_000 }),
          fc.integer({ min: AROUND, max: AROUND + 5_000_000 }),
        ),
        quanta: fc.integer({ min: 1_000_000, max: 90_000_000 }),
      }),
      { selector: ({ second }) => second, minLength: 1, maxLength: 6 },
    ),
  })
  .map((path) => ({ ...path, points: path.points.toSorted((a, b) => a.second - b.second) }))

export const anyPath: fc.Arbitrary<PricePath> = fc.oneof(
  anyPoints,
  anyRecording.map((recording) => ({
    kind: 'candles' as const,
    candles: candlesOf(recording),
    shiftSeconds: 0,
  })),
)

/** First and last second covered by a path. */
export function endsOf(path: PricePath): readonly [number, number] {
  if (path.kind === 'points') return [path.points[0].second, path.points.at(-1)?.second as number]
  const { periodSeconds, runs } = path.candles
  const last = runs[runs.length - 1]
  return [runs[0].firstSecond, last.firstSecond + last.count * periodSeconds - 1]
}

/** Seconds in, before and after a path, mostly near an edge. */
export const placeOn = (path: PricePath) => {
  const [first, last] = endsOf(path)
  return fc.oneof(
    fc.integer({ min: first - 7200, max: last + 7200 }),
    fc.integer({ min: first - 70, max: first + 70 }),
    fc.integer({ min: last - 70, max: last + 70 }),
    fc.integer({ min: first - 5_000_000, max: last + 5_000_000 }),
  )
}
