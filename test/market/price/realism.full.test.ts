/** "Prices look like prices": the bounds of realism/bounds.ts on a fixed list of seeds. `npm run realism` sweeps others. */
import { expect, test } from 'vitest'
import { LAST_SECOND } from '../../../src/market/price/prices.js'
import { BOUNDS, type Bound, STRESS_BOUNDS } from '../../../tools/realism/bounds.js'
import { type Figures, measureSeed } from '../../../tools/realism/measure.js'
import { Pool, pooledFigures } from '../../../tools/realism/pool.js'
import { measureStress } from '../../../tools/realism/stress.js'
import { catalogue, pricesOf } from '../../support/prices.js'

const SEEDS = ['2', 'gmx-sim', 'a rather longer seed']

let measured: Figures | undefined
function figures(): Figures {
  if (measured !== undefined) return measured
  const own: Figures = new Map()
  const pool = new Pool()
  for (const seed of SEEDS) measureSeed(seed, own, pool)
  measured = new Map([...own, ...pooledFigures(pool)])
  return measured
}

/** Crises are rare: seeds that these figures are means over. */
const STRESS_SEEDS = [...SEEDS, '3', '5', '8', '13', '21']

let stressed: Figures | undefined
function stressFigures(): Figures {
  if (stressed !== undefined) return stressed
  const own: Figures = new Map()
  for (const seed of STRESS_SEEDS)
    measureStress(seed, (figure, value) => own.set(figure, [...(own.get(figure) ?? []), value]))
  stressed = own
  return own
}

function expectWithin({ figure, least, most, of }: Bound, measured: Figures): void {
  const values = measured.get(figure) ?? []
  expect(values.length).toBeGreaterThan(0)
  const looked = of === 'each' ? values : [values.reduce((sum, value) => sum + value, 0) / values.length]
  for (const value of looked) {
    expect(value).toBeGreaterThanOrEqual(least)
    expect(value).toBeLessThanOrEqual(most)
  }
}

test.each(BOUNDS)('$figure: $least to $most ($of)', (bound) => {
  expectWithin(bound, figures())
})

test.each(STRESS_BOUNDS)('$figure: $least to $most ($of)', (bound) => {
  expectWithin(bound, stressFigures())
})

test('stables stay within 1 % of their peg, and still move', () => {
  for (const [name, { stable, baseQuanta }] of catalogue.assets) {
    if (!stable) continue
    const { high, low } = pricesOf('1', name).candles('1d', LAST_SECOND, 10_000)
    expect(Math.max(...high) / baseQuanta, name).toBeLessThan(1.01)
    expect(Math.min(...low) / baseQuanta, name).toBeGreaterThan(0.99)
    expect(Math.max(...high), name).toBeGreaterThan(Math.min(...low))
  }
})

/** One asset of each volatility, kind and way to follow another. */
const OF_EACH_KIND = new Map(
  [...catalogue.assets.values()].map((asset) => [
    [
      asset.annualVolatility,
      asset.jumps,
      asset.hours,
      asset.follows === undefined,
      asset.pair.yearlyGrowth,
    ].join(),
    asset,
  ]),
)

test.each([...OF_EACH_KIND.values()])(
  '$name stays within a factor of 100 of its catalogue price',
  (asset) => {
    const { high, low } = pricesOf('anchor', asset.name).candles('1d', LAST_SECOND, 10_000)
    expect(Math.max(...high)).toBeLessThan(100 * asset.baseQuanta)
    expect(Math.min(...low)).toBeGreaterThan(asset.baseQuanta / 100)
  },
)
