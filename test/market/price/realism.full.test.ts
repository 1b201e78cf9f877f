/** "Prices look like prices": the bounds of realism/bounds.ts on a fixed list of seeds. `npm run realism` sweeps others. */
import { expect, test } from 'vitest'
import { LAST_SECOND } from '../../../src/market/price/prices.js'
import { BOUNDS, type Bound, STRESS_BOUNDS } from '../../../tools/realism/bounds.js'
import { type Figures, measureSeed } from '../../../tools/realism/measure.js'
import { Pool, pooledFigures } from '../../../tools/realism/pool.js'
import { measureStress } from '../../../tools/realism/stress.js'
import { catalogue, pricesOf } from '../../support/prices.js'

const SEEDS = ['2', 'gmx-sim', 'a rather longer seed']
const TIMEOUT_MS = 300_000

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

test.each(BOUNDS)('$figure: $least to $most ($of)', { timeout: TIMEOUT_MS }, (bound) => {
  expectWithin(bound, figures())
})

test.each(STRESS_BOUNDS)('$figure: $least to $most ($of)', { timeout: TIMEOUT_MS }, (bound) => {
  expectWithin(bound, stressFigures())
})

test('stables stay within 1 % of their peg, and still move', { timeout: TIMEOUT_MS }, () => {
  for (const [name, { stable, baseQuanta }] of catalogue.assets) {
    if (!stable) continue
    const { high, low } = pricesOf('1', name).candles('1d', LAST_SECOND, 10_000)
    expect(Math.max(...high) / baseQuanta, name).toBeLessThan(1.01)
    expect(Math.min(...low) / baseQuanta, name).toBeGreaterThan(0.99)
    expect(Math.max(...high), name).toBeGreaterThan(Math.min(...low))
  }
})

test('every asset stays within a factor of 100 of its catalogue price', { timeout: TIMEOUT_MS }, () => {
  for (const [name, { baseQuanta }] of catalogue.assets) {
    const { high, low } = pricesOf('anchor', name).candles('1d', LAST_SECOND, 10_000)
    expect(Math.max(...high), name).toBeLessThan(100 * baseQuanta)
    expect(Math.min(...low), name).toBeGreaterThan(baseQuanta / 100)
  }
})
