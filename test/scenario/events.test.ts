/** The laws of prices hold under market events: a candle over an event is the fold of its ticks. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PERIODS } from '../../src/market/price/periods.js'
import type { Candles } from '../../src/market/price/prices.js'
import { anyEvents, anyMove, anySecondAround, countedUnder, LOADED, pricesUnder } from '../support/events.js'
import { anyPeriod, pricesOf } from '../support/prices.js'
import { samples } from '../support/runs.js'

interface Fold {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

const candleAt = ({ open, high, low, close }: Candles, i: number): Fold => ({
  open: open[i],
  high: high[i],
  low: low[i],
  close: close[i],
})
const fold = (parts: readonly Fold[]): Fold => ({
  open: parts[0].open,
  high: Math.max(...parts.map(({ high }) => high)),
  low: Math.min(...parts.map(({ low }) => low)),
  close: parts[parts.length - 1].close,
})
const tick = (price = Number.NaN): Fold => ({ open: price, high: price, low: price, close: price })

describe('laws', () => {
  test('folding ticks gives the 1m candle, running or complete', () => {
    fc.assert(
      fc.property(anyEvents, anySecondAround, (events, second) => {
        const candles = pricesUnder(events, 'law', 'ETH').candles('1m', second, 3)
        const prices = pricesUnder(events, 'law', 'ETH')
        for (let i = 0; i < candles.count; i++) {
          const start = candles.firstStart + i * 60
          const end = Math.min(start + 59, second)
          const ticks = Array.from({ length: end - start + 1 }, (_, n) => tick(prices.tickAt(start + n)))
          expect(candleAt(candles, i)).toEqual(fold(ticks))
        }
      }),
      { numRuns: samples(300) },
    )
  })

  test('before its first event nothing is otherwise than without', () => {
    fc.assert(
      fc.property(anyEvents, anyPeriod, fc.nat(7200), (events, period, early) => {
        const starts = events.map(
          ({ at }) => Number.parseFloat(String(at)) / (/\dms$/.test(String(at)) ? 1000 : 1),
        )
        const second = LOADED + Math.floor(Math.min(...starts)) - 1 - early
        const [under, without] = [pricesUnder(events, 'law', 'ETH'), pricesOf('law', 'ETH')]
        expect(under.tickAt(second)).toBe(without.tickAt(second))
        expect(under.candles(period, second, 40)).toEqual(without.candles(period, second, 40))
      }),
      { numRuns: samples(150) },
    )
  })

  test('after full recovery, prices are undisturbed', () => {
    fc.assert(
      fc.property(fc.array(anyMove, { minLength: 1, maxLength: 4 }), anyPeriod, (moves, period) => {
        const events = moves.map((move) => ({ ...move, recover: { to: '0%', over: '10m' } }))
        const second = LOADED + 5 * 3600
        const [under, without] = [pricesUnder(events, 'law', 'ETH'), pricesOf('law', 'ETH')]
        expect(under.tickAt(second)).toBe(without.tickAt(second))
        if (period === '1m')
          expect(under.candles(period, second, 60)).toEqual(without.candles(period, second, 60))
      }),
    )
  })
})

describe('cost, in ticks that are drawn', () => {
  const WEEK = { asset: 'ETH', at: '12h', move: '-50%', over: '7d' }
  const AFTER = LOADED + 10 * 86_400

  test('10,000 candles of a day over a ramp of a week draw few of its 604,800 ticks', () => {
    const { prices, ticks } = countedUnder([WEEK], 'cost', 'ETH')
    expect(prices.candles('1d', AFTER, 10_000).count).toBe(10_000)
    expect(ticks()).toBeLessThan(6000)
  })

  test.each(PERIODS.slice(1))('a running %s candle inside it draws few, too', (period) => {
    const { prices, ticks } = countedUnder([WEEK], 'cost', 'ETH')
    prices.candles(period, LOADED + 4 * 86_400, 1)
    expect(ticks()).toBeLessThan(3000)
  })

  test('events outside the view are not drawn', () => {
    const { prices, ticks } = countedUnder([WEEK], 'cost', 'ETH')
    prices.candles('1h', AFTER + 86_400, 24)
    expect(ticks()).toBe(60) // of the minute that is under way
  })
})
