/** Given prices: recorded candles and points come back as they were given. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERIOD_SECONDS, PERIODS, type Period } from '../../../src/market/price/periods.js'
import type { AssetPrices } from '../../../src/market/price/prices.js'
import type { PricePath } from '../../../src/market/price/recorded.js'
import { anyPath, anyPoints, anyRecording, candlesOf, endsOf, pricesOn } from '../../support/paths.js'
import { anyPeriod, anySeed, pricesOf } from '../../support/prices.js'
import { samples } from '../../support/runs.js'
import { foldOf, foldOfTicks, rowsOf } from './rows.js'

test('law: recorded candles mean the same to a market, whichever others have laid them before, and where', () => {
  fc.assert(
    fc.property(anySeed, anyRecording, anySeed, anyPeriod, (seed, recording, other, period) => {
      const path = (shift: number): PricePath => ({
        kind: 'candles',
        candles,
        shiftSeconds: shift * recording.periodSeconds,
      })
      const candles = candlesOf(recording)
      const [first, last] = endsOf(path(0))
      const asked = (one: PricePath) =>
        [first, first + Math.floor((last - first) / 3), last].map((second) =>
          rowsOf(pricesOn(one, seed, 'ETH').candles(period, second, 60)),
        )
      const alone = asked({ kind: 'candles', candles: candlesOf(recording), shiftSeconds: 0 })
      for (const shift of [7, 0]) pricesOn(path(shift), other, 'ETH').candles(period, last, 60)
      expect(asked(path(0))).toEqual(alone)
    }),
    { numRuns: samples(200) },
  )
})

const isPeriod = (seconds: number) => PERIODS.find((period) => PERIOD_SECONDS[period] === seconds)
const finishedOf = (prices: AssetPrices, period: Period, second: number, count: number) =>
  rowsOf(prices.finished(period, { first: second / PERIOD_SECONDS[period], count }))

test('recorded candles come back digit for digit, of whatever period', () => {
  const seen = new Set<number>()
  fc.assert(
    fc.property(anySeed, anyRecording, (seed, recording) => {
      const { periodSeconds, firstSecond, rows } = recording
      seen.add(periodSeconds)
      const path: PricePath = { kind: 'candles', candles: candlesOf(recording), shiftSeconds: 0 }
      const prices = pricesOn(path, seed, 'ETH')
      const period = isPeriod(periodSeconds)
      rows.forEach(({ at, row }) => {
        const start = firstSecond + at * periodSeconds
        if (period !== undefined) expect(finishedOf(prices, period, start, 1)[0]).toEqual(row)
        else if (periodSeconds > 60)
          expect(foldOf(finishedOf(prices, '1m', start, periodSeconds / 60))).toEqual(row)
        else {
          const ticks = Array.from({ length: periodSeconds }, (_, s) => prices.tickAt(start + s) as number)
          // A candle of a second is its tick: the close.
          if (periodSeconds === 1) expect(ticks).toEqual([row[3]])
          else expect(foldOfTicks(ticks)).toEqual(row)
        }
      })
    }),
    { numRuns: samples(400) },
  )
  expect(seen.size).toBe(18)
})

test('laid later, they are the same candles later', () => {
  fc.assert(
    fc.property(anySeed, anyRecording, fc.integer({ min: 1, max: 100 }), (seed, recording, periods) => {
      const { periodSeconds, firstSecond, rows } = recording
      const period = isPeriod(periodSeconds)
      fc.pre(period !== undefined)
      const candles = candlesOf(recording)
      const shiftSeconds = periods * periodSeconds
      // Up to the first hole: what fills that comes from the seeded market of its time.
      const hole = rows.findIndex(({ at }, n) => at !== n)
      const wanted = hole < 0 ? rows.length : hole
      const at = (shift: number) =>
        finishedOf(
          pricesOn({ kind: 'candles', candles, shiftSeconds: shift }, seed, 'ETH'),
          period as Period,
          firstSecond + shift,
          wanted,
        )
      expect(at(shiftSeconds)).toEqual(at(0))
    }),
    { numRuns: samples(100) },
  )
})

test('points are gone through to the quantum, straight lines and steps in between', () => {
  fc.assert(
    fc.property(anySeed, anyPoints, fc.double({ min: 0, max: 1, noNaN: true }), (seed, path, share) => {
      const { points, between } = path
      const prices = pricesOn(path, seed, 'ETH')
      points.forEach(({ second, quanta }, n) => {
        expect(prices.tickAt(second)).toBe(quanta)
        const next = points[n + 1]
        if (next === undefined || between === 'bridge') return
        const within = Math.floor(share * (next.second - second - 1))
        const slope = between === 'steps' ? 0 : (next.quanta - quanta) / (next.second - second)
        expect(prices.tickAt(second + within)).toBe(Math.round(quanta + slope * within))
      })
    }),
    { numRuns: samples(200) },
  )
})

test('the seeded market continues before and after, without a jump', () => {
  fc.assert(
    fc.property(
      anySeed,
      anyPath,
      fc.integer({ min: 1, max: 10_000_000 }),
      anyPeriod,
      (seed, path, away, period) => {
        const [prices, seeded] = [pricesOn(path, seed, 'ETH'), pricesOf(seed, 'ETH')]
        const [first, last] = endsOf(path)
        for (const [end, other] of [
          [first, first - away],
          [last, last + away],
        ]) {
          const factor = (prices.tickAt(end) as number) / (seeded.tickAt(end) as number)
          // Each of the prices is rounded to a quantum.
          const near = (price: number, like: number) =>
            expect(Math.abs(price - like * factor)).toBeLessThan(2 + like * factor * 1e-5)
          near(prices.tickAt(other) as number, seeded.tickAt(other) as number)
          const start = other - (other % PERIOD_SECONDS[period])
          if (start + PERIOD_SECONDS[period] > first && start <= last) continue
          const [row, like] = [prices, seeded].map((one) => finishedOf(one, period, start, 1)[0])
          row.forEach((price, column) => void near(price, like[column]))
        }
      },
    ),
    { numRuns: samples(200) },
  )
})
