/** Given prices, held to the laws that all prices keep, and to what they promise of themselves. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERIOD_SECONDS, PERIODS, type Period } from '../../../src/market/price/periods.js'
import type { AssetPrices, Candles } from '../../../src/market/price/prices.js'
import type { PricePath } from '../../../src/market/price/recorded.js'
import {
  anyPath,
  anyPoints,
  anyRecording,
  candlesOf,
  endsOf,
  placeOn,
  pricesOn,
} from '../../support/paths.js'
import { anyPeriod, anySeed, pricesOf } from '../../support/prices.js'
import { samples } from '../../support/runs.js'

const rowsOf = ({ count, open, high, low, close }: Candles) =>
  Array.from({ length: count }, (_, i) => [open[i], high[i], low[i], close[i]])

const foldOf = (rows: readonly number[][]) => [
  rows[0][0],
  Math.max(...rows.map(([, high]) => high)),
  Math.min(...rows.map(([, , low]) => low)),
  rows.at(-1)?.[3],
]

const onPath = fc.tuple(anySeed, anyPath).chain(([seed, path]) =>
  fc.record({
    seed: fc.constant(seed),
    path: fc.constant(path),
    second: placeOn(path),
    others: fc.array(fc.tuple(anyPeriod, placeOn(path), fc.integer({ min: 1, max: 50 })), { maxLength: 4 }),
  }),
)

test('law: ticks fold to the minute, and minutes to every other period, running or complete', () => {
  fc.assert(
    fc.property(onPath, anyPeriod, ({ seed, path, second }, period) => {
      const prices = pricesOn(path, seed, 'ETH')
      const candles = prices.candles(period, second, 2)
      const minutes = prices.candles('1m', second, (2 * PERIOD_SECONDS[period]) / 60)
      const rows = rowsOf(minutes)
      rowsOf(candles).forEach((row, i) => {
        const from = candles.firstStart + i * PERIOD_SECONDS[period] - minutes.firstStart
        expect(row).toEqual(foldOf(rows.slice(from / 60, (from + PERIOD_SECONDS[period]) / 60)))
      })
      const start = second - (second % 60)
      const ticks = Array.from({ length: (second % 60) + 1 }, (_, n) => prices.tickAt(start + n) as number)
      expect(rows.at(-1)).toEqual(foldOf(ticks.map((tick) => [tick, tick, tick, tick])))
    }),
    { numRuns: samples(400) },
  )
})

test('law: the same query has the same answer, independent of earlier queries and widths', () => {
  fc.assert(
    fc.property(onPath, anyPeriod, ({ seed, path, second, others }, period) => {
      const used = pricesOn(path, seed, 'ETH')
      for (const [otherPeriod, otherSecond, limit] of others) {
        used.candles(otherPeriod, otherSecond, limit)
        used.tickAt(otherSecond)
      }
      const narrow = pricesOn(path, seed, 'ETH').candles(period, second, 1)
      const wide = used.candles(period, second, 37)
      expect(rowsOf(wide).at(-1)).toEqual(rowsOf(narrow)[0])
      expect(used.tickAt(second)).toBe(pricesOn(path, seed, 'ETH').tickAt(second))
    }),
    { numRuns: samples(300) },
  )
})

test('law: recorded candles mean the same to a market, whichever others have laid them before, and where', () => {
  fc.assert(
    fc.property(onPath, anyRecording, anySeed, anyPeriod, ({ seed }, recording, other, period) => {
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

test('law: a candle holds its open and close, in whole quanta above zero', () => {
  fc.assert(
    fc.property(onPath, anyPeriod, ({ seed, path, second }, period) => {
      for (const [open, high, low, close] of rowsOf(
        pricesOn(path, seed, 'ETH').candles(period, second, 100),
      )) {
        expect(low).toBeGreaterThan(0)
        expect(low).toBeLessThanOrEqual(Math.min(open, close))
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
        expect([open, high, low, close].every(Number.isSafeInteger)).toBe(true)
      }
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
          else expect(foldOf(ticks.map((tick) => [tick, tick, tick, tick]))).toEqual(row)
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
