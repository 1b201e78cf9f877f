/** The fold of any stretch of time is that of its ticks, whichever candles cover it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAssetPrices } from '../../../src/market/price/candles.js'
import { withEvents } from '../../../src/market/price/events.js'
import { createPriceProcess } from '../../../src/market/price/load-kernel.js'
import type { AssetPrices } from '../../../src/market/price/prices.js'
import { FIRST_SECOND, LAST_SECOND } from '../../../src/market/price/prices.js'
import { anyAsset, anySecond, anySeed, catalogue, pricesOf } from '../../support/prices.js'
import { samples } from '../../support/runs.js'

const anyLength = fc.oneof(
  fc.integer({ min: 1, max: 200 }),
  fc.integer({ min: 1, max: 20_000 }),
  fc.constantFrom(60, 300, 3600, 14_400, 86_400, 86_399, 86_401),
)

function expectFold(prices: AssetPrices, first: number, last: number): void {
  let high = 0
  let low = Number.POSITIVE_INFINITY
  for (let second = first; second <= last; second++) {
    const tick = prices.tickAt(second) as number
    high = Math.max(high, tick)
    low = Math.min(low, tick)
  }
  const [open, close] = [prices.tickAt(first), prices.tickAt(last)]
  expect(prices.fold(first, last)).toEqual({ open, high, low, close })
}

test('of an asset as the seed has it', () => {
  fc.assert(
    fc.property(anySeed, anyAsset, anySecond, anyLength, (seed, asset, at, length) => {
      const first = Math.min(at, LAST_SECOND - length + 1)
      expectFold(pricesOf(seed, asset), Math.max(first, FIRST_SECOND), first + length - 1)
    }),
    { numRuns: samples(100) },
  )
})

test('under events', () => {
  const second = Date.parse('2026-03-01T12:00:00Z') / 1000
  const any = fc.integer({ min: -90_000, max: 90_000 })
  fc.assert(
    fc.property(anySeed, any, any, anyLength, anyLength, (seed, eventAt, at, ramp, length) => {
      const startSeconds = second + eventAt
      const endSeconds = startSeconds + ramp
      const eth = catalogue.assets.get('ETH')
      if (eth === undefined) throw new Error('no ETH')
      const source = withEvents(createPriceProcess(seed, eth), [
        { kind: 'move', ramps: [{ startSeconds, endSeconds, from: 1, to: 0.6 }] },
        { kind: 'freeze', startSeconds: endSeconds + 30, endSeconds: endSeconds + 400 },
      ])
      expectFold(createAssetPrices(source), second + at, second + at + length - 1)
    }),
    { numRuns: samples(50) },
  )
})
