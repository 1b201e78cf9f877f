/**
 * "Prices look like prices": the figures of Cont's stylised facts, for 24 assets and 3 seeds, on samples large enough
 * to tell. Each figure's bound is a fact about markets, not about this model: do not widen one to make this pass.
 */
import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import type { Period } from '../../src/price/periods.js'
import { catalogue, pricesOf } from '../support/prices.js'
import { correlation, type Figures, figuresOf, logReturns } from '../support/statistics.js'

const SEEDS = ['1', 'gmx-sim', 'a rather longer seed']
const ASSETS =
  'BTC ETH SOL LINK XRP DOGE LTC AVAX ARB UNI AAVE GMX PEPE WIF BONK SATS TRUMP NEAR OP SUI GOLD NATGAS SILVER WTIOIL'.split(
    ' ',
  )
const AT = Date.parse('2026-05-01T00:00:00Z') / 1000
const SAMPLES: Readonly<Record<'1m' | '1h' | '1d', number>> = { '1m': 100_800, '1h': 20_016, '1d': 8_000 }

type Bounds = Partial<Record<keyof Figures, readonly [least: number, most: number]>>
const COMMON: Bounds = { lag1: [-0.07, 0.07], range: [0.8, 1.3], body: [0.35, 0.6] }
const BOUNDS: Readonly<Record<'1m' | '1h' | '1d', Bounds>> = {
  '1m': { ...COMMON, kurtosis: [3, 50], absLag1: [0.15, 1], absLag60: [0.03, 1] },
  '1h': { ...COMMON, kurtosis: [1, 20], absLag1: [0.1, 1] },
  '1d': { ...COMMON, kurtosis: [0.2, 10], absLag1: [0.03, 1] },
}

const measured = new Map<string, number[]>()
const note = (period: string, figure: string, value: number) => {
  const key = `${period} ${figure}`
  measured.set(key, [...(measured.get(key) ?? []), value])
}

function sample(seed: string, asset: string, period: Period): Figures {
  const figures = figuresOf(
    pricesOf(seed, asset).candles(period, AT, SAMPLES[period as keyof typeof SAMPLES]),
  )
  for (const [name, value] of Object.entries(figures)) note(period, name, value)
  return figures
}

describe.each(ASSETS)('%s', (asset) => {
  test.each(SEEDS)('looks like a market under seed %j', (seed) => {
    const figures = {
      '1m': sample(seed, asset, '1m'),
      '1h': sample(seed, asset, '1h'),
      '1d': sample(seed, asset, '1d'),
    }
    const wanted = catalogue.assets.get(asset)?.annualVolatility as number
    for (const [period, bounds] of Object.entries(BOUNDS)) {
      const seen = figures[period as keyof typeof figures]
      for (const [name, [least, most]] of Object.entries(bounds)) {
        const value = seen[name as keyof Figures]
        expect(value, `${period} ${name}`).toBeGreaterThanOrEqual(least)
        expect(value, `${period} ${name}`).toBeLessThanOrEqual(most)
      }
      expect(Math.abs(seen.volatility / wanted - 1), `${period} volatility`).toBeLessThanOrEqual(0.25)
    }
    expect(figures['1m'].kurtosis).toBeGreaterThan(figures['1h'].kurtosis)
    expect(figures['1h'].kurtosis).toBeGreaterThan(figures['1d'].kurtosis)
    const ratio = figures['1d'].volatility ** 2 / figures['1m'].volatility ** 2
    note('1d / 1m', 'variance', ratio)
    expect(ratio).toBeGreaterThanOrEqual(0.8)
    expect(ratio).toBeLessThanOrEqual(1.25)
  })
})

test.each(SEEDS)('BTC and ETH move together under seed %j', (seed) => {
  const [btc, eth] = ['BTC', 'ETH'].map((asset) =>
    logReturns(pricesOf(seed, asset).candles('1d', AT, SAMPLES['1d'])),
  )
  note('1d', 'BTC~ETH', correlation(btc, eth))
  expect(correlation(btc, eth)).toBeGreaterThanOrEqual(0.6)
  expect(correlation(btc, eth)).toBeLessThanOrEqual(0.95)
})

test('stables stay within 1 % of 1, and still move', () => {
  for (const [name, { stable, priceUsd, baseQuanta }] of catalogue.assets) {
    if (!stable) continue
    const { high, low } = pricesOf('1', name).candles('1d', 4_102_444_800, 10_000)
    const unit = baseQuanta / priceUsd
    expect(Math.max(...high) / unit, name).toBeLessThan(1.01)
    expect(Math.min(...low) / unit, name).toBeGreaterThan(0.99)
    expect(Math.max(...high), name).toBeGreaterThan(Math.min(...low))
  }
})

/** `REALISM_TABLE=file npm test` writes what was measured. */
afterAll(() => {
  const file = process.env['REALISM_TABLE']
  if (file === undefined) return
  const rows = [...measured].map(([name, values]) => {
    const sum = values.reduce((total, value) => total + value, 0)
    const shown = [Math.min(...values), sum / values.length, Math.max(...values)].map((value) =>
      value.toFixed(3),
    )
    return `| ${name} | ${shown.join(' | ')} |`
  })
  writeFileSync(file, ['| figure | least | mean | most |', '|---|---|---|---|', ...rows, ''].join('\n'))
})
