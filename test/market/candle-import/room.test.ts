/** How much room rows in place may take: just within it they are laid; just beyond it they are refused. */
import { expect, test } from 'vitest'
import { type CandlesWanted, readCandleRows } from '../../../src/market/candle-import/collect.js'
import {
  MAX_CUT,
  MAX_IMPORTED_CANDLES,
  MAX_MISSING,
  MAX_RUNS,
} from '../../../src/market/candle-import/runs.js'
import type { CatalogueToken } from '../../../src/market/catalogue/types.js'
import { KernelOwner } from '../../../src/market/price/kernel-owner.js'
import { NO_EVENTS } from '../../../src/market/world/market-events.js'
import { createWorlds } from '../../../src/market/world/worlds.js'
import { catalogue } from '../../support/prices.js'

const START = Date.parse('2025-10-10T00:00:00Z') / 1000
const ETH = catalogue.assets.get('ETH') as { name: string; priceDecimals: number }
const MEGABYTE = 1 << 20

/** Rows of one price at those places on the grid of `seconds`. */
function rowsAt(seconds: number, places: readonly number[]) {
  const wanted: CandlesWanted = { ...ETH, periodSeconds: seconds }
  return readCandleRows(
    places.map((place) => [START + place * seconds, 2500, 2500, 2500, 2500]),
    wanted,
  )
}

/** That number of rows, each one `step` after the last. */
const every = (step: number, count: number) => Array.from({ length: count }, (_, n) => n * step)
/** The same with a number of rows missing before the last. */
const stretched = (places: readonly number[], more: number) => [
  ...places.slice(0, -1),
  (places.at(-1) ?? 0) + more,
]

/** 1,000 rows in which as much is missing as may be: 19 holes of 1,000 seconds. */
const SPARSE = every(1, 1000).map((n) => n + 1000 * Math.min(n, (MAX_MISSING + 9 * 1000) / 1000))
/** The most rows of 3,456 s, which no minute divides, that may be made into ticks. */
const MAX_ODD = Math.floor(MAX_CUT / (3456 - 100))

test.each([
  ['rows far apart', 1, SPARSE, 1.25 * MEGABYTE],
  ['runs of a row each', 1, every(2000, MAX_RUNS), 4 * MEGABYTE],
  ['longer candles as ticks', 3456, every(1, MAX_ODD), MEGABYTE],
  ['a day of minutes', 60, every(1, 1440), MEGABYTE],
])('just within: %s', (_, seconds, places, most) => {
  const { candles } = rowsAt(seconds, places)
  let reckoned = 0
  const grow = (bytes: number) => {
    reckoned += bytes
  }
  const paths = new Map([['ETH', { kind: 'candles' as const, candles, shiftSeconds: 0 }]])
  const world = createWorlds(
    { seed: 'a', catalogue, priceFormat: 'full', events: { ...NO_EVENTS, paths } },
    { owner: new KernelOwner(), grow },
  )('arbitrum')
  const { prices } = world.pricesOf(world.tokenBySymbol('ETH') as CatalogueToken)
  for (const place of [places[0], places.at(-1) as number])
    expect(prices.tickAt(START + place * seconds)).toBe(25_000_000)
  const given = candles.runs.reduce((sum, { rows }) => sum + rows.byteLength, 0)
  expect(reckoned).toBeGreaterThan(0)
  expect(reckoned + given).toBeLessThan(most)
})

const mostMissing = 'most rows are missing: write candles of a longer period, or of a shorter time'
test.each([
  ['rows far apart', 1, stretched(SPARSE, 1), mostMissing],
  ['the hundredth part of that', 1, stretched(every(1001, 12), 0), mostMissing],
  [
    'a run too many',
    1,
    every(2000, MAX_RUNS + 1),
    'more than 1000 consecutive rows are missing at 1000 places, above the limit of 999: write candles of a longer period, or of a shorter time',
  ],
  [
    'longer candles as ticks',
    3456,
    every(1, MAX_ODD + 1),
    'candles of 3456s are cut into ticks, these into 103680, and may be into 103000: write candles of another period, such as 1m, or of a shorter time',
  ],
  [
    'longer ones as minutes',
    17_280,
    every(1, 532),
    'candles of 288m are cut into 1m, these into 153216, and may be into 153200: write candles of another period, such as 1m, or of a shorter time',
  ],
  [
    'very many as ticks',
    30,
    every(1, MAX_IMPORTED_CANDLES / 30 + 1),
    'candles of 30s are cut into ticks, these into 8000010, and may be into 8000000: write candles of another period, such as 1m, or of a shorter time',
  ],
])('just beyond: %s', (_, seconds, places, message) => {
  expect(() => rowsAt(seconds, places)).toThrow(message)
})

test('very many seconds take no room but their own', () => {
  const { candles, missing } = rowsAt(1, every(1, 100_000))
  expect([candles.runs.map(({ count }) => count), missing]).toEqual([[100_000], 0])
})
