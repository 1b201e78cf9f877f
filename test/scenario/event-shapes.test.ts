/** Price under each kind of event, compared with the same run without it. */
import { expect, test } from 'vitest'
import { PERIODS } from '../../src/market/price/periods.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import { LOADED, pricesUnder } from '../support/events.js'
import { catalogue, pricesOf } from '../support/prices.js'
import type { Written } from '../support/scenario.js'

/** The price under events over the one without, in the middle of each of the given seconds after loading. */
const ratios = (events: readonly Written[], afters: readonly number[], asset = 'ETH'): number[] =>
  afters.map((after) => {
    const [under, without] = [pricesUnder(events, 'shape', asset), pricesOf('shape', asset)]
    return (under.tickAt(LOADED + after) as number) / (without.tickAt(LOADED + after) as number)
  })
const expectRatios = (
  events: readonly Written[],
  expected: Readonly<Record<number, number>>,
  asset?: string,
) => {
  const seen = ratios(events, Object.keys(expected).map(Number), asset)
  for (const [i, ratio] of Object.values(expected).entries()) expect(seen[i]).toBeCloseTo(ratio, 5)
}

test('a crash over 40 s in a straight line, and a recovery over 10 min', () => {
  const crash = { asset: 'ETH', at: '20s', move: '-18%', over: '40s', recover: { to: '-5%', over: '10m' } }
  expectRatios([crash], { 19: 1, 20: 1, 40: 0.91, 60: 0.82, 360: 0.885, 660: 0.95, 90000: 0.95 })
})

test('a gap jumps from one tick to the next, and there it stays', () => {
  expectRatios([{ asset: 'ETH', at: '20s', move: '25%' }], { 0: 1, 19: 1, 20: 1.25, 21: 1.25, 90000: 1.25 })
})

test('a spike that waits before it recovers at once', () => {
  const spike = { asset: 'ETH', at: '1m', move: '10%', recover: { after: '30s', to: '0%' } }
  expectRatios([spike], { 59: 1, 60: 1.1, 89: 1.1, 90: 1, 91: 1 })
})

test('the last tick of a minute may be the first of an event, and the last before a recovery the lowest of all', () => {
  const candleAt = (event: Written, end: number) => {
    const { low, close } = pricesUnder([event], 'shape', 'ETH').candles('1m', end + 60, 2)
    return [low[0], close[0]]
  }
  const ticks = (event: Written, from: number, to: number) => {
    const prices = pricesUnder([event], 'shape', 'ETH')
    return Array.from({ length: to - from + 1 }, (_, n) => prices.tickAt(from + n) as number)
  }
  // LOADED is eight seconds into a minute, which ends 51 s later.
  const end = LOADED + 51
  const jump = { asset: 'ETH', at: '51s', move: '-50%' }
  expect(candleAt(jump, end)).toEqual([ticks(jump, end, end)[0], ticks(jump, end, end)[0]])
  const dip = { asset: 'ETH', at: '10s', move: '-50%', over: '30s', recover: { to: '0%' } }
  const lowest = Math.min(...ticks(dip, LOADED, end))
  expect(lowest).toBe(ticks(dip, LOADED + 39, LOADED + 39)[0])
  expect(candleAt(dip, end)[0]).toBe(lowest)
  expect(pricesUnder([dip], 'shape', 'ETH').candles('1h', end + 3600, 2).low[0]).toBe(lowest)
})

test('a stablecoin loses its peg and finds it again', () => {
  const depeg = {
    asset: 'USDC',
    at: '1m',
    move: '-7%',
    over: '5m',
    recover: { after: '1h', to: '0%', over: '30m' },
  }
  expectRatios([depeg], { 59: 1, 360: 0.93, 3960: 0.93, 5760: 1 }, 'USDC')
  const decimals = catalogue.assets.get('USDC')?.priceDecimals as number
  const usd = (pricesUnder([depeg], 'shape', 'USDC').tickAt(LOADED + 3000) as number) / 10 ** decimals
  expect(usd).toBeCloseTo(0.93, 2)
})

test('a freeze holds one price for so long, then the market is back to its own course', () => {
  const prices = pricesUnder([{ asset: 'ETH', at: '30s', freeze: '10m' }], 'shape', 'ETH')
  const without = pricesOf('shape', 'ETH')
  const seen = Array.from({ length: 600 }, (_, n) => prices.tickAt(LOADED + 30 + n))
  expect(new Set(seen)).toEqual(new Set([without.tickAt(LOADED + 30)]))
  expect(prices.tickAt(LOADED + 630)).toBe(without.tickAt(LOADED + 630))
  expect(prices.candles('1m', LOADED + 500, 3).high).toEqual(prices.candles('1m', LOADED + 500, 3).low)
})

test('a freeze that begins inside another prolongs it', () => {
  const freezes = [
    { asset: 'ETH', at: '30s', freeze: '60s' },
    { asset: 'ETH', at: '80s', freeze: '60s' },
  ]
  for (const events of [freezes, freezes.toReversed()]) {
    const prices = pricesUnder(events, 'shape', 'ETH')
    const seen = Array.from({ length: 110 }, (_, n) => prices.tickAt(LOADED + 30 + n))
    expect(new Set(seen).size).toBe(1)
    expect(prices.tickAt(LOADED + 140)).not.toBe(seen[0])
  }
})

test('a move under a freeze shows when it ends', () => {
  const events = [
    { asset: 'ETH', at: '10s', freeze: '60s' },
    { asset: 'ETH', at: '20s', move: '-50%' },
  ]
  const prices = pricesUnder(events, 'shape', 'ETH')
  const frozen = pricesOf('shape', 'ETH').tickAt(LOADED + 10)
  expect([10, 30, 69].map((after) => prices.tickAt(LOADED + after))).toEqual([frozen, frozen, frozen])
  expectRatios(events, { 70: 0.5 })
})

test('moves multiply', () => {
  const events = [
    { asset: 'ETH', at: '10s', move: '-50%' },
    { asset: 'ETH', at: '20s', move: '20%' },
  ]
  expectRatios(events, { 10: 0.5, 20: 0.6 })
})

test('however many come together, a price is at least one quantum and at most 16 digits', () => {
  const all = (move: string) => Array.from({ length: 12 }, (_, n) => ({ asset: 'ETH', at: `${n}s`, move }))
  for (const [move, limit] of [
    ['-99.9%', 1],
    ['9900%', 1e15],
  ] as const) {
    const prices = pricesUnder(all(move), 'shape', 'ETH')
    expect(prices.tickAt(LOADED + 60)).toBe(limit)
    for (const period of PERIODS) {
      const { high, low } = prices.candles(period, LOADED + 60, 1)
      expect([move === '-99.9%' ? low[0] : high[0], Number.isSafeInteger(high[0])]).toEqual([limit, true])
    }
  }
})

test('every asset can be moved, by its name or by the symbol of a token', () => {
  for (const name of catalogue.assets.keys())
    expectRatios([{ asset: name, at: '10s', move: '50%' }], { 9: 1, 10: 1.5 }, name)
})

const scenario = (count: number, event: object) => ({
  events: Array.from({ length: count }, (_, week) => ({ asset: '*', at: `${week}h`, ...event })),
})
const check = (value: unknown) => checkScenarioValue(value, catalogue)

test.each([
  [1000, { move: '1%', over: '7d' }],
  [58, { freeze: '7d' }],
  [29, { move: '1%', over: '7d', recover: { to: '0%', over: '7d' } }],
])('%i events of %o are refused', (count, event) => {
  expect(() => check(scenario(count, event))).toThrow(
    'events the moves and freezes are too long: write at most 400d in total',
  )
})

test.each([
  [1000, { move: '1%', over: '9h' }],
  [57, { freeze: '7d' }],
  [1000, { move: '1%' }],
])('%i events of %o are taken', (count, event) => {
  expect(check(scenario(count, event)).events).toHaveLength(count)
})
