/** Price under each kind of event, compared with the same run without it. */
import { expect, test } from 'vitest'
import { PERIODS } from '../../src/market/price/periods.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import { LOADED, pricesUnder } from '../support/events.js'
import { catalogue, pricesOf } from '../support/prices.js'
import type { Written } from '../support/scenario.js'

/** Expects the price under events over the one without at some seconds after loading. */
const expectRatios = (
  events: readonly Written[],
  expected: Readonly<Record<number, number>>,
  asset = 'ETH',
) => {
  const [under, without] = [pricesUnder(events, 'shape', asset), pricesOf('shape', asset)]
  for (const [after, ratio] of Object.entries(expected)) {
    const second = LOADED + Number(after)
    expect(Number(under.tickAt(second)) / Number(without.tickAt(second)), after).toBeCloseTo(ratio, 5)
  }
}

test.each<[string, Written[], Record<number, number>]>([
  [
    'a crash over 40 s in a straight line, and a recovery over 10 min',
    [{ asset: 'ETH', at: '20s', move: '-18%', over: '40s', recover: { to: '-5%', over: '10m' } }],
    { 19: 1, 20: 1, 40: 0.91, 60: 0.82, 360: 0.885, 660: 0.95, 90000: 0.95 },
  ],
  [
    'a gap jumps from one tick to the next, and there it stays',
    [{ asset: 'ETH', at: '20s', move: '25%' }],
    { 0: 1, 19: 1, 20: 1.25, 21: 1.25, 90000: 1.25 },
  ],
  [
    'a spike that waits before it recovers at once',
    [{ asset: 'ETH', at: '1m', move: '10%', recover: { after: '30s', to: '0%' } }],
    { 59: 1, 60: 1.1, 89: 1.1, 90: 1, 91: 1 },
  ],
  [
    'moves multiply',
    [
      { asset: 'ETH', at: '10s', move: '-50%' },
      { asset: 'ETH', at: '20s', move: '20%' },
    ],
    { 10: 0.5, 20: 0.6 },
  ],
])('%s', (_what, events, expected) => expectRatios(events, expected))

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

test.each([
  [1000, { move: '1%', over: '7d' }, false],
  [58, { freeze: '7d' }, false],
  [29, { move: '1%', over: '7d', recover: { to: '0%', over: '7d' } }, false],
  [1000, { move: '1%', over: '9h' }, true],
  [57, { freeze: '7d' }, true],
  [1000, { move: '1%' }, true],
])('%i events of %o are accepted: %s', (count, event, isGood) => {
  const events = Array.from({ length: count }, (_, hour) => ({ asset: '*', at: `${hour}h`, ...event }))
  const check = () => checkScenarioValue({ events }, catalogue)
  if (isGood) expect(check().events).toHaveLength(count)
  else expect(check).toThrow('events the moves and freezes are too long: write at most 400d in total')
})
