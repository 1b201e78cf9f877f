/** Yields, performances and GLVs where the laws of `coherence-liquidity.full.test.ts` do not look: at edges, and in odd markets. */
import { describe, expect, test } from 'vitest'
import { turnoverOf } from '../../../src/market/liquidity/market-factors.js'
import { beginOf } from '../../../src/market/liquidity/price-reading.js'
import { type OfEntity, RATE_PERIODS } from '../../../src/market/liquidity/state.js'
import { FIRST_SECOND, LAST_SECOND } from '../../../src/market/price/prices.js'
import { catalogue, documented } from '../../support/prices.js'
import { fakePriceOf, marketsOf } from './support.js'

const DAY = 86_400
const NOW = Date.parse('2026-03-01T12:34:00Z') / 1000
const told = <Value>(all: Iterable<OfEntity<Value> | undefined>) =>
  [...all].filter((one) => one !== undefined)

describe('periods', () => {
  test('begin so long ago, total with the listing or two years ago', () => {
    expect(beginOf('7d', undefined, NOW)).toBe(NOW - 7 * DAY)
    expect(beginOf('1y', NOW - DAY, NOW)).toBe(NOW - 365 * DAY)
    expect(beginOf('total', undefined, NOW)).toBe(NOW - 730 * DAY)
    expect(beginOf('total', NOW - 1000 * DAY, NOW)).toBe(NOW - 730 * DAY)
    expect(beginOf('total', NOW - 100 * DAY, NOW)).toBe(NOW - 100 * DAY)
    // No shorter than a day.
    expect(beginOf('total', NOW - 3600, NOW)).toBe(NOW - DAY)
    // What is not listed yet has no shorter history than what was not told.
    expect(beginOf('total', NOW + DAY, NOW)).toBe(NOW - 730 * DAY)
  })

  test('no candle begins before the time range', () => {
    for (const period of RATE_PERIODS)
      expect(beginOf(period, undefined, FIRST_SECOND + 60)).toBe(FIRST_SECOND)
  })
})

test('volume rises with the range of the day, and has an end', () => {
  const ranges = [0, 0.001, 0.03, 0.06, 0.5, 5, 1e9]
  const turnovers = ranges.map(turnoverOf)
  expect(turnovers[0]).toBe(0)
  expect(turnovers).toEqual(turnovers.toSorted((a, b) => a - b))
  expect(turnoverOf(0.03)).toBeCloseTo(1.14, 2)
  expect(turnoverOf(1e9)).toBeLessThanOrEqual(24)
})

test.each([FIRST_SECOND - 1, LAST_SECOND + 1, 0])('at %d nothing yields, performs or is held', (at) => {
  const { liquidity } = marketsOf('1', 'arbitrum')
  expect(told(liquidity.yieldsAt(at, '7d'))).toEqual([])
  expect(told(liquidity.performancesAt(at, '7d'))).toEqual([])
  expect(told(liquidity.snapshotsAt(at, '7d'))).toEqual([])
  // On the 5 s grid, as the states of markets.
  const glvs = liquidity.glvsAt(at > LAST_SECOND ? at + 4 : at)
  expect(glvs.map(({ held }) => held.length)).toEqual([0, 0, 0])
})

test.each([FIRST_SECOND, FIRST_SECOND + 1, FIRST_SECOND + DAY, LAST_SECOND])(
  'at %d, an edge of the range of time, there are numbers',
  (at) => {
    const { liquidity } = marketsOf('1', 'botanix')
    for (const period of RATE_PERIODS)
      for (const { value } of told(liquidity.performancesAt(at, period)))
        for (const part of Object.values(value)) expect(Number.isFinite(part), `${period} ${part}`).toBe(true)
    for (const { value } of told(liquidity.yieldsAt(at, 'total'))) expect(value).toBeGreaterThanOrEqual(0)
  },
)

test('a price that goes up a billion times leaves numbers', () => {
  const priceAt = (asset: string, at: number) => {
    const price = fakePriceOf(asset, at)
    return asset === 'ETH' && price !== undefined && at > NOW - 3 * DAY ? Math.min(price * 1e9, 1e15) : price
  }
  const { liquidity } = marketsOf('1', 'arbitrum', priceAt)
  for (const { value } of told(liquidity.performancesAt(NOW, '7d')))
    for (const part of Object.values(value)) expect(Number.isFinite(part)).toBe(true)
  for (const { value } of told(liquidity.yieldsAt(NOW, '1d'))) expect(Number.isFinite(value)).toBe(true)
})

/** An asset's price at a factor of the catalogue's that is its own and never changes. */
const flat = (asset: string) => {
  const { baseQuanta } = catalogue.assets.get(asset) as { readonly baseQuanta: number }
  return Math.max(1, Math.round((baseQuanta * (1 + (asset.charCodeAt(0) % 7))) / 3))
}

test('where no price changes nothing performs, whatever the prices and the noise of pools', () => {
  const { liquidity } = marketsOf('gmx-sim', 'avalanche', flat)
  const performances = told(liquidity.performancesAt(NOW, '1y'))
  expect(performances.length).toBeGreaterThan(0)
  for (const { address, value } of performances)
    for (const part of Object.values(value)) expect(part, address).toBeCloseTo(0, 12)
  for (const { address, value } of told(liquidity.snapshotsAt(NOW, '90d')))
    for (const { uniswapV2 } of value) expect(uniswapV2, address).toBeCloseTo(0, 12)
})

test('untradable markets earn nothing', () => {
  const { liquidity } = marketsOf('gmx-sim', 'arbitrum')
  const yields = new Map(told(liquidity.yieldsAt(NOW, '30d')).map(({ address, value }) => [address, value]))
  for (const { marketToken, index, isListed } of catalogue.networks['arbitrum'].markets) {
    const value = yields.get(marketToken)
    if (index === undefined || !isListed) expect(value).toBe(0)
    else expect(value).toBeGreaterThan(0)
  }
})

test('a GLV that holds nothing yields 0 and has no performance', () => {
  const { liquidity } = marketsOf('1', 'arbitrum', fakePriceOf, documented('arbitrum'))
  const [, empty] = documented('arbitrum').glvs
  expect(empty.markets).toEqual([])
  const of = ({ address }: { address: string }) => address === empty.glvToken
  expect(told(liquidity.yieldsAt(NOW, '7d')).find(of)?.value).toBe(0)
  expect(told(liquidity.performancesAt(NOW, '7d')).find(of)).toBeUndefined()
  expect(told(liquidity.snapshotsAt(NOW, '7d')).find(of)).toBeUndefined()
})

test("one base's reply equals its entry among all", () => {
  const { liquidity } = marketsOf('1', 'avalanche')
  const { markets, glvs } = catalogue.networks['avalanche']
  const all = told(liquidity.performancesAt(NOW, '30d'))
  for (const address of [markets[3].marketToken, glvs[0].glvToken])
    expect(told(liquidity.performancesAt(NOW, '30d', address.toLowerCase()))).toEqual(
      all.filter((one) => one.address === address),
    )
})
