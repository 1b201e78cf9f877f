/** Market events change nothing before they begin or after they end, and cost few ticks; `market/price/laws.test.ts` has the rest. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyEvents, anyMove, countedUnder, LOADED, pricesUnder } from '../support/events.js'
import { anyPeriod, pricesOf } from '../support/prices.js'
import { samples } from '../support/runs.js'

describe('laws', () => {
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

  test('events outside the view are not drawn', () => {
    const { prices, ticks } = countedUnder([WEEK], 'cost', 'ETH')
    prices.candles('1h', AFTER + 86_400, 24)
    expect(ticks()).toBe(60) // of the minute that is under way
  })
})
