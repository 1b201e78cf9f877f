import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMarkets } from '../../src/market/markets.js'
import { FIRST_SECOND, LAST_SECOND } from '../../src/price/candles.js'
import {
  anyInstant,
  anyNetwork,
  catalogue,
  fakePriceOf,
  forEachState,
  hasPositions,
  marketsOf,
  SIDES,
  unitPriceOf,
} from './support.js'

const toUsd = (e30: bigint) => Number(e30 / 10n ** 24n) / 1e6
const toFraction = (e30: bigint) => Number(e30) / 1e30

test('markets: net is funding plus borrowing, to the last digit', () => {
  forEachState(({ rates: { funding, borrowing, net } }) => {
    for (const side of SIDES) expect(net[side]).toBe(funding[side] + borrowing[side])
  })
})

test('markets: what one side pays in funding the other receives, to the last digit', () => {
  forEachState(({ rates: { funding }, openInterest }) => {
    expect(funding.long * openInterest.long).toBe(-funding.short * openInterest.short)
  })
})

test('markets: the side with more open interest pays the funding', () => {
  forEachState(({ rates: { funding }, openInterest }) => {
    const larger = openInterest.long > openInterest.short ? 'long' : 'short'
    expect(funding[larger] >= 0n).toBe(true)
    if (openInterest.long !== openInterest.short) expect(funding[larger] > 0n).toBe(openInterest[larger] > 0n)
  })
})

test('markets: borrowing costs something wherever there are positions, and rises with the use of the reserve', () => {
  const seen: { use: number; rate: number }[] = []
  forEachState(({ market, rates: { borrowing }, openInterest, availableLiquidity }) => {
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
  forEachState(({ market, isDisabled, openInterest, availableLiquidity, rates, poolAmount }) => {
    expect(isDisabled).toBe(!market.isListed)
    for (const side of SIDES) expect(poolAmount[side] > 0n).toBe(true)
    if (hasPositions(market)) return
    for (const amounts of [openInterest, availableLiquidity, rates.funding, rates.borrowing, rates.net])
      expect(amounts).toEqual({ long: 0n, short: 0n })
  })
})

test('markets: open interest is 10 to 70 % of its side of the pool, and with what is free no more than the pool', () => {
  forEachState(({ market, openInterest, availableLiquidity, poolAmount }, at) => {
    if (!hasPositions(market)) return
    for (const side of SIDES) {
      const worth = (poolAmount[side] + 1n) * unitPriceOf(market[side], at)
      const share = Number(openInterest[side]) / Number(worth)
      expect(share > 0.099 && share < 0.701).toBe(true)
      expect(availableLiquidity[side] > 0n).toBe(true)
      expect(openInterest[side] + availableLiquidity[side] <= worth).toBe(true)
    }
  })
})

test('markets: a pool is worth 0.3 to 170 million USD, about half of it on each side', () => {
  forEachState(({ market, poolAmount }, at) => {
    const long = toUsd(poolAmount.long * unitPriceOf(market.long, at))
    const short = toUsd(poolAmount.short * unitPriceOf(market.short, at))
    expect(long + short > 0.29e6 && long + short < 170e6).toBe(true)
    expect(long / (long + short) > 0.43 && long / (long + short) < 0.57).toBe(true)
    if (market.longToken === market.shortToken) expect(poolAmount.long).toBe(poolAmount.short)
  })
})

test('markets: a price twice as high halves the amount and leaves all else', () => {
  const network = catalogue.networks.arbitrum
  const at = 1_772_366_400
  const doubled = (asset: string, seconds: number) =>
    (fakePriceOf(asset, seconds) ?? 0) * (asset === 'ETH' ? 2 : 1)
  const before = createMarkets('42', network, fakePriceOf).statesAt(at)
  const after = createMarkets('42', network, doubled).statesAt(at)
  for (const [n, state] of after.entries()) {
    const { market, poolAmount } = state
    expect(state).toEqual({ ...before[n], poolAmount })
    for (const side of SIDES) {
      const divisor = market[side].asset === 'ETH' ? 2n : 1n
      expect(poolAmount[side]).toBe(before[n].poolAmount[side] / divisor)
    }
  }
})

test('markets: all five seconds of the grid see the same, whatever was asked before', () => {
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
    { numRuns: 30 },
  )
})

test('markets: every second of the range of time has states, none beyond it', () => {
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
  const at = 1_772_366_400
  const [now, soon, later] = [at, at + 5, at + 365 * 86_400].map(interestAt)
  const change = (other: number[]) => now.map((value, n) => Math.abs(other[n] / value - 1))
  expect(change(soon).every((share) => share < 0.002)).toBe(true)
  expect(change(soon).filter((share) => share > 0).length).toBeGreaterThan(100)
  expect(change(later).filter((share) => share > 0.05).length).toBeGreaterThan(60)
})

test('markets: another seed, other markets', () => {
  const at = 1_772_366_400
  const rates = ['1', '11', '42'].flatMap((seed) =>
    marketsOf(seed, 'botanix')
      .statesAt(at)
      .map((state) => state.rates.net.long),
  )
  expect(new Set(rates).size).toBe(9)
  const sizes = (seed: string) =>
    marketsOf(seed, 'arbitrum')
      .statesAt(at)
      .map(({ poolAmount }) => poolAmount.long)
  const other = sizes('11')
  expect(sizes('1').filter((amount, n) => amount === other[n])).toEqual([])
})

test('markets: prices are asked for once per asset and instant', () => {
  const asked: string[] = []
  const network = catalogue.networks.arbitrum
  createMarkets('42', network, (asset, at) => {
    asked.push(`${asset} ${at}`)
    return fakePriceOf(asset, at)
  }).statesAt(1_772_366_403)
  expect(asked.every((text) => text.endsWith(' 1772366400'))).toBe(true)
  expect(new Set(asked).size).toBe(asked.length)
})
