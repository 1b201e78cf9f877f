import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CatalogueMarket } from '../../../src/market/catalogue/types.js'
import { createMarkets } from '../../../src/market/liquidity/markets.js'
import { createPools } from '../../../src/market/liquidity/pools.js'
import type { PricedAsset } from '../../../src/market/liquidity/price-reading.js'
import type { Markets } from '../../../src/market/liquidity/state.js'
import { RATE_AVERAGES, RATE_PERIODS, type RatesSnapshot } from '../../../src/market/liquidity/state.js'
import { type AssetPrices, FIRST_SECOND, LAST_SECOND } from '../../../src/market/price/prices.js'
import { catalogue } from '../../support/prices.js'
import { anyInstant, anyNetwork, anySeed, assetWith, fakePriceOf, marketsOf, SIDES } from './support.js'

const HOUR = 3600
const DAY = 24 * HOUR
const AT = 1_772_370_123 // 2026-03-01T13:02:03Z
const hour = Math.floor(AT / HOUR) * HOUR
const btc = catalogue.networks.arbitrum.markets[3]
const unknownListing = catalogue.networks.botanix.markets[0]

const ratesOf = (
  { ratesOver }: Markets,
  market: CatalogueMarket,
  ...asked: Parameters<Markets['ratesOver']>
): RatesSnapshot[] => [...ratesOver(...asked)(market)].filter((snapshot) => snapshot !== undefined)

test("rates: each snapshot equals markets/info at the hour, per second and from the receiver's view", () => {
  fc.assert(
    fc.property(anySeed, anyNetwork, anyInstant, fc.nat(200), (seed, network, atSeconds, place) => {
      const markets = marketsOf(seed, network)
      const { markets: list } = catalogue.networks[network]
      const market = list[place % list.length]
      const newest = ratesOf(markets, market, atSeconds, '1d')
      const snapshot = newest[place % newest.length]
      const state = markets.statesAt(snapshot.atSeconds).find((state) => state.market === market)
      for (const side of SIDES) {
        expect(snapshot.funding[side]).toBe(-(state?.perSecond.funding[side] ?? 1n))
        expect(snapshot.borrowing[side]).toBe(state?.perSecond.borrowing[side])
      }
    }),
  )
})

test('rates: borrowing is not negative, in averages too', () => {
  const markets = marketsOf('42', 'arbitrum')
  const check = ({ borrowing }: RatesSnapshot) => {
    for (const side of SIDES) expect(borrowing[side] > 0n).toBe(true)
  }
  for (const snapshot of ratesOf(markets, btc, AT, '30d')) check(snapshot)
  for (const averageBy of RATE_AVERAGES)
    for (const snapshot of ratesOf(markets, btc, AT, '180d', averageBy)) check(snapshot)
})

test.each([
  ['1d', 24],
  ['7d', 168],
  ['30d', 720],
  ['90d', 2160],
  ['180d', 4320],
  ['1y', 8760],
  ['total', 17_520],
] as const)('rates: %s is %i hours up to the running one, newest first', (period, count) => {
  const snapshots = ratesOf(marketsOf('42', 'botanix'), unknownListing, AT, period)
  expect(snapshots.map(({ atSeconds }) => atSeconds)).toEqual(
    Array.from({ length: count }, (_, n) => hour - n * HOUR),
  )
})

test.each([
  ['30d', '1d', 30],
  ['1y', '7d', 52],
  ['1y', '30d', 12],
  ['1d', '1d', 1],
  ['1d', '30d', 1],
] as const)('rates: %s averaged by %s are %i stretches or one more', (period, averageBy, count) => {
  const length = Number.parseInt(averageBy, 10) * DAY
  const starts = ratesOf(marketsOf('42', 'arbitrum'), btc, AT, period, averageBy).map(
    ({ atSeconds }) => atSeconds,
  )
  expect([count, count + 1]).toContain(starts.length)
  expect(starts[0]).toBe(Math.floor(hour / length) * length)
  for (const [n, start] of starts.entries()) expect(start).toBe(starts[0] - n * length)
})

test('rates: an average is the mean of its hours so far', () => {
  const markets = marketsOf('42', 'arbitrum')
  const hourly = ratesOf(markets, btc, AT, '90d')
  for (const averageBy of RATE_AVERAGES) {
    const length = Number.parseInt(averageBy, 10) * DAY
    for (const average of ratesOf(markets, btc, AT, '30d', averageBy)) {
      const { atSeconds: start } = average
      const hours = hourly.filter(({ atSeconds }) => atSeconds >= start && atSeconds < start + length)
      expect(hours.length).toBe(Math.min(length, hour - start + HOUR) / HOUR)
      for (const side of SIDES)
        for (const part of ['funding', 'borrowing'] as const) {
          const sum = hours.reduce((total, rates) => total + rates[part][side], 0n)
          expect(average[part][side]).toBe(sum / BigInt(hours.length))
        }
    }
  }
})

test('rates: a finished average is the same from whenever it is seen', () => {
  const markets = marketsOf('42', 'arbitrum')
  const now = ratesOf(markets, btc, AT, '30d', '1d')
  expect(ratesOf(markets, btc, AT + DAY, '7d', '1d').slice(2)).toEqual(now.slice(1, 6))
})

test('rates: none before 1990, none after 2100', () => {
  const markets = marketsOf('42', 'arbitrum')
  for (const period of RATE_PERIODS) {
    const first = ratesOf(markets, btc, FIRST_SECOND + HOUR + 1, period)
    expect(first.map(({ atSeconds }) => atSeconds)).toEqual([FIRST_SECOND + HOUR, FIRST_SECOND])
    for (const averageBy of [undefined, ...RATE_AVERAGES]) {
      expect(ratesOf(markets, btc, FIRST_SECOND - 1, period, averageBy)).toEqual([])
      expect(ratesOf(markets, btc, LAST_SECOND + 1, period, averageBy)).toEqual([])
      expect(ratesOf(markets, btc, FIRST_SECOND, period, averageBy)).toHaveLength(1)
    }
  }
})

test('rates: the hours of a token are read once for all pools, a month at most between two turns', () => {
  const network = catalogue.networks.arbitrum
  const hoursRead: string[] = []
  const counted = (name: string): PricedAsset => {
    const { baseQuanta, prices } = assetWith(fakePriceOf, name)
    const finished: AssetPrices['finished'] = (period, range) => {
      if (period === '1h') {
        hoursRead.push(name)
        expect(range.count).toBeLessThanOrEqual(31 * 24)
      }
      return prices.finished(period, range)
    }
    return { baseQuanta, prices: { ...prices, finished } }
  }
  const pools = createPools('42', network, counted, () => {})
  const ratesIn = createMarkets(network, pools).ratesOver(AT, '90d', '1d')
  for (const market of network.markets.slice(0, 20)) {
    let known = hoursRead.length
    for (const _ of ratesIn(market)) {
      expect(hoursRead.length - known).toBeLessThanOrEqual(1)
      known = hoursRead.length
    }
  }
  for (const { long, short } of network.markets.slice(0, 20))
    for (const { asset } of [long, short]) expect(hoursRead.filter((name) => name === asset)).toHaveLength(3)
})
