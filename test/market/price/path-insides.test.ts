/** Inside of given prices: bridges end where they should, and ticks are as volatile as their candle is wide. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PricePath } from '../../../src/market/price/recorded.js'
import { anyPoints, candlesOf, pricesOn } from '../../support/paths.js'
import { anySeed, pricesOf } from '../../support/prices.js'
import { samples } from '../../support/runs.js'

test('a bridge leaves one point and reaches the next as the seeded market moves there, without a jump', () => {
  fc.assert(
    fc.property(anySeed, anyPoints, (seed, path) => {
      const { points } = path
      const [prices, seeded] = [pricesOn({ ...path, between: 'bridge' }, seed, 'ETH'), pricesOf(seed, 'ETH')]
      const factorAt = (second: number, quanta: number) => quanta / (seeded.tickAt(second) as number)
      points.slice(1).forEach(({ second, quanta }, n) => {
        const before = points[n]
        const last = second - 1
        if (last === before.second) return
        const from = factorAt(before.second, before.quanta)
        const to = factorAt(second, quanta)
        const share = (last - before.second) / (second - before.second)
        const wanted = (seeded.tickAt(last) as number) * (from + (to - from) * share)
        expect(Math.abs((prices.tickAt(last) as number) - wanted)).toBeLessThan(2 + wanted * 1e-5)
      })
    }),
    { numRuns: samples(200) },
  )
})

test('minutes within a wide hour have its volatility', () => {
  const firstSecond = Date.parse('2026-03-01T13:00:00Z') / 1000
  const open = 25_000_000
  const recording = (range: number) => ({
    periodSeconds: 3600,
    firstSecond,
    rows: [{ at: 0, row: [open, open * (1 + range / 2), open * (1 - range / 2), open] as const }],
  })
  for (const range of [0.002, 0.02, 0.2]) {
    let squares = 0
    const seeds = 40
    for (let seed = 0; seed < seeds; seed++) {
      const path: PricePath = {
        kind: 'candles',
        candles: candlesOf(recording(range) as never),
        shiftSeconds: 0,
      }
      const { close } = pricesOn(path, `inside ${seed}`, 'ETH').finished('1m', {
        first: firstSecond / 60,
        count: 60,
      })
      for (let n = 1; n < 60; n++) squares += Math.log(close[n] / close[n - 1]) ** 2 / seeds
    }
    // By the range of a Brownian motion; the law is that of one which ends where it began.
    const expected = range ** 2 / (4 * Math.LN2)
    expect(squares / expected).toBeGreaterThan(0.6)
    expect(squares / expected).toBeLessThan(1.8)
  }
})
