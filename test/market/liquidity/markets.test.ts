import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIRST_SECOND, LAST_SECOND } from '../../../src/market/price/prices.js'
import { catalogue } from '../../support/prices.js'
import { samples } from '../../support/runs.js'
import {
  anyInstant,
  anyNetwork,
  baseUnitPriceOf,
  forEachState,
  hasPositions,
  marketsOf,
  SIDES,
  unitPriceOf,
} from './support.js'

const toUsd = (e30: bigint) => Number(e30 / 10n ** 24n) / 1e6
const toFraction = (e30: bigint) => Number(e30) / 1e30

test('markets: the side with more open interest pays the funding that the other receives, to the last digit', () => {
  forEachState(({ perSecond: { funding }, openInterest }) => {
    expect(funding.long * openInterest.long).toBe(-funding.short * openInterest.short)
    const larger = openInterest.long > openInterest.short ? 'long' : 'short'
    expect(funding[larger] >= 0n).toBe(true)
    if (openInterest.long !== openInterest.short) expect(funding[larger] > 0n).toBe(openInterest[larger] > 0n)
  })
})

test('markets: borrowing costs are positive with open positions and rise with reserve usage', () => {
  const seen: { use: number; rate: number }[] = []
  forEachState(({ market, perSecond: { borrowing }, openInterest, availableLiquidity }) => {
    for (const side of SIDES) {
      expect(borrowing[side] > 0n).toBe(hasPositions(market))
      const reserve = openInterest[side] + availableLiquidity[side]
      if (reserve > 0n)
        seen.push({ use: Number(openInterest[side]) / Number(reserve), rate: toFraction(borrowing[side]) })
    }
  })
  seen.sort((a, b) => a.use - b.use)
  for (let n = 1; n < seen.length; n++)
    expect(seen[n].rate).toBeGreaterThanOrEqual(seen[n - 1].rate * (1 - 1e-9))
})

test('markets: nothing is open, free or paid where no position can be held', () => {
  forEachState(({ market, openInterest, availableLiquidity, perSecond, poolAmount }) => {
    for (const side of SIDES) expect(poolAmount[side] > 0n).toBe(true)
    if (hasPositions(market)) return
    for (const amounts of [openInterest, availableLiquidity, perSecond.funding, perSecond.borrowing])
      expect(amounts).toEqual({ long: 0n, short: 0n })
  })
})

test('markets: open interest is at most 70 % of its side of the pool, and at most the pool with free liquidity', () => {
  forEachState(({ market, openInterest, availableLiquidity, poolAmount }, at) => {
    if (!hasPositions(market)) return
    for (const side of SIDES) {
      const worth = (poolAmount[side] + 1n) * unitPriceOf(market[side], at)
      const share = Number(openInterest[side]) / Number(worth)
      // A large move leaves a quarter of what was open.
      expect(share > 0.024 && share < 0.701).toBe(true)
      expect(availableLiquidity[side] > 0n).toBe(true)
      expect(openInterest[side] + availableLiquidity[side] <= worth).toBe(true)
    }
  })
})

test('markets: at the catalogue’s prices a pool is worth 0.3 to 170 million USD, about half of it on each side', () => {
  forEachState(({ market, poolAmount }) => {
    const worthOf = (side: 'long' | 'short') => toUsd(poolAmount[side] * baseUnitPriceOf(market[side]))
    const [long, short] = [worthOf('long'), worthOf('short')]
    expect(long + short > 0.29e6 && long + short < 170e6).toBe(true)
    expect(long / (long + short) > 0.43 && long / (long + short) < 0.57).toBe(true)
    if (market.longToken === market.shortToken) expect(poolAmount.long).toBe(poolAmount.short)
  })
})

const at = 1_772_369_580 // 12:53, in the middle of a day
const fallen =
  (asset: string, part: number, since: number) =>
  (name: string, seconds: number): number | undefined => {
    const price = catalogue.assets.get(name)?.baseQuanta as number
    return name === asset && seconds >= since ? Math.round(price * part) : price
  }

test('markets: pool tokens are constant when prices move; their value follows', () => {
  const calm = marketsOf('42', 'arbitrum', fallen('ETH', 1, at)).statesAt(at)
  const crash = marketsOf('42', 'arbitrum', fallen('ETH', 0.7, at - 600)).statesAt(at)
  for (const [n, { poolAmount }] of crash.entries()) expect(poolAmount).toEqual(calm[n].poolAmount)
})

test('markets: a 30 % fall closes part of the longs within the hour, and they come back over days', () => {
  const since = at - 3600
  const crash = marketsOf('42', 'arbitrum', fallen('ETH', 0.7, since))
  const calm = marketsOf('42', 'arbitrum', fallen('ETH', 0.7, 0))
  const shareAt = (seconds: number) => {
    const without = calm.statesAt(seconds)
    return crash.statesAt(seconds).flatMap(({ market, openInterest: { long, short } }, n) => {
      if (!hasPositions(market) || market.index?.asset !== 'ETH') return []
      const { openInterest } = without[n]
      return [[Number(long) / Number(openInterest.long), Number(short) / Number(openInterest.short)]]
    })
  }
  for (const [long, short] of shareAt(at)) {
    expect(long > 0.3 && long < 0.85).toBe(true)
    expect(short).toBe(1)
  }
  const [[now], [nextDay], [later]] = [0, 1.5, 6].map((days) => shareAt(at + days * 86_400)[0])
  expect(nextDay).toBeGreaterThan(now)
  expect(later).toBe(1)
})

test('markets: constant over the five seconds of the grid, independent of earlier queries', () => {
  fc.assert(
    fc.property(anyNetwork, anyInstant, anyInstant, (network, atSeconds, other) => {
      const grid = Math.floor(atSeconds / 5) * 5
      if (grid < FIRST_SECOND) return
      const asked = marketsOf('42', network)
      asked.statesAt(other)
      const seen = asked.statesAt(atSeconds)
      expect(seen).toEqual(marketsOf('42', network).statesAt(grid))
      expect(seen.map(({ market }) => market)).toEqual(catalogue.networks[network].markets)
    }),
    { numRuns: samples(30) },
  )
})

test('markets: states exist for every second of the time range only', () => {
  const markets = marketsOf('42', 'botanix')
  for (const at of [FIRST_SECOND, LAST_SECOND]) expect(markets.statesAt(at)).toHaveLength(3)
  for (const at of [FIRST_SECOND - 1, LAST_SECOND + 5, -1e12, 1e12]) expect(markets.statesAt(at)).toEqual([])
})

test('markets: they move in 5 s, by little, and far in a year', () => {
  const markets = marketsOf('42', 'arbitrum')
  const interestAt = (at: number) =>
    markets
      .statesAt(at)
      .filter(({ market }) => hasPositions(market))
      .map(({ openInterest }) => Number(openInterest.long))
  const [now, soon, later] = [at, at + 5, at + 365 * 86_400].map(interestAt)
  const change = (other: number[]) => now.map((value, n) => Math.abs(other[n] / value - 1))
  expect(change(soon).every((share) => share < 0.002)).toBe(true)
  expect(change(soon).filter((share) => share > 0).length).toBeGreaterThan(100)
  expect(change(later).filter((share) => share > 0.05).length).toBeGreaterThan(60)
})

test('markets: another seed, other markets', () => {
  const ratesOf = (seed: string) =>
    marketsOf(seed, 'botanix')
      .statesAt(at)
      .map((state) => state.perSecond.borrowing.long)
  expect(new Set(['1', '11', '42'].flatMap(ratesOf)).size).toBe(9)
  const sizesOf = (seed: string) =>
    marketsOf(seed, 'arbitrum')
      .statesAt(at)
      .map(({ poolAmount }) => poolAmount.long)
  const other = sizesOf('11')
  expect(sizesOf('1').filter((amount, n) => amount === other[n])).toEqual([])
})
