import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CandlesFacts, candleChunks } from '../../../src/api/endpoints/candles.js'
import { createByteCache } from '../../../src/kit/byte-cache.js'
import { PERIOD_LEVEL, PERIOD_SECONDS, type Period } from '../../../src/market/price/periods.js'
import { createSpan, ROW } from '../../../src/market/price/span.js'
import { toDecimal } from '../../support/decimal.js'
import { anyAsset, anyPeriod, anySecond, anySeed, catalogue, pricesOf } from '../../support/prices.js'
import { samples } from '../../support/runs.js'

const NOTHING = createByteCache(0)
const quanta = fc.oneof(
  fc.integer({ min: 0, max: 1e6 }),
  fc.maxSafeInteger().map(Math.abs),
  fc.constantFrom(10, 100, 1000),
)

test('the fast text equals the rows, in plain decimals', () => {
  fc.assert(
    fc.property(
      anyPeriod,
      fc.array(fc.tuple(quanta, quanta, quanta, quanta), { maxLength: 5 }),
      fc.integer({ min: 0, max: 15 }),
      (period, rows, priceDecimals) => {
        const first = 20_096
        const facts = { ...factsOf(period, rows, first), priceDecimals }
        const text = candlesJson(facts).toString()
        expect(JSON.parse(text)).toEqual({ period, candles: candleRows(facts) })
        const plain = rows.map(
          (row, i) =>
            `[${(first + i) * PERIOD_SECONDS[period]},${row.map((q) => toDecimal(q, priceDecimals))}]`,
        )
        expect(text).toBe(`{"period":"${period}","candles":[${plain.reverse().join(',')}]}`)
      },
    ),
  )
})

test('caching changes no byte for any history and budget, and every row is in its place', () => {
  fc.assert(
    fc.property(
      anySeed,
      anyAsset,
      fc.array(fc.tuple(anyPeriod, fc.integer({ min: -400, max: 400 }), fc.integer({ min: 1, max: 900 })), {
        minLength: 1,
        maxLength: 6,
      }),
      anySecond,
      fc.constantFrom(0, 20_000, 200_000, 10_000_000),
      (seed, asset, questions, second, maxBytes) => {
        const kept = createByteCache(maxBytes)
        const prices = pricesOf(seed, asset)
        for (const [period, shift, limit] of questions) {
          const atSeconds = second + shift * PERIOD_SECONDS[period]
          const facts = { ...priceFacts(asset), prices, kept, period, atSeconds, limit }
          const text = candlesJson(facts).toString()
          const uncached = { ...facts, prices: pricesOf(seed, asset), kept: NOTHING }
          expect(text).toBe(candlesJson(uncached).toString())
          expect(JSON.parse(text)).toEqual({ period, candles: candleRows(facts) })
          expect(kept.heldBytes).toBeLessThanOrEqual(maxBytes)
        }
      },
    ),
    { numRuns: samples(60) },
  )
})

test('the next window is copied together: the finished past is not worked out again', () => {
  const prices = pricesOf('1', 'ETH')
  let workedOut = 0
  const counting = {
    ...prices,
    finishedTexts: (...query: Parameters<typeof prices.finishedTexts>) => {
      workedOut += query[1].count
      return prices.finishedTexts(...query)
    },
  }
  const kept = createByteCache(10_000_000)
  const ask = (atSeconds: number) =>
    candlesJson({ ...priceFacts('ETH'), prices: counting, kept, period: '1m', atSeconds, limit: 10_000 })
  ask(1_772_368_496)
  expect(workedOut).toBeGreaterThan(9_800)
  workedOut = 0
  ask(1_772_368_496 + 60)
  expect(workedOut).toBeLessThan(128)
})

const candlesJson = (facts: CandlesFacts) => Buffer.concat([...candleChunks(facts)].flat())
const priceFacts = (asset: string) => ({ priceDecimals: catalogue.assets.get(asset)?.priceDecimals ?? 0 })

/** Facts of prices that are nothing but these rows. */
function factsOf(period: Period, rows: readonly number[][], first: number): CandlesFacts {
  const range = { first, count: rows.length }
  const column = (n: number) => Float64Array.from(rows, (row) => row[n])
  const candles = {
    period,
    firstStart: first * PERIOD_SECONDS[period],
    count: rows.length,
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
  }
  const span = createSpan(PERIOD_LEVEL[period], first, rows.length)
  for (const [i, row] of rows.entries()) span.rows.set(row, i * ROW)
  const prices = {
    logVarianceAt: () => 0,
    tickAt: () => 0,
    fold: () => ({ open: 0, high: 0, low: 0, close: 0 }),
    range: () => range,
    candles: () => candles,
    finished: () => candles,
    newestSpan: () => span,
    finishedTexts: () => expect.unreachable(),
    text: pricesOf('1', 'ETH').text,
  }
  return { prices, kept: NOTHING, priceDecimals: 0, period, atSeconds: 0, limit: rows.length }
}

/** Candles as rows, newest first. Quanta over a power of ten are the doubles that JSON readers get. */
function candleRows({ prices, priceDecimals, period, atSeconds, limit }: CandlesFacts): number[][] {
  const { open, high, low, close, count, firstStart } = prices.candles(period, atSeconds, limit)
  const unit = 10 ** priceDecimals
  return Array.from({ length: count }, (_, i) => [
    firstStart + i * PERIOD_SECONDS[period],
    ...[open, high, low, close].map((column) => column[i] / unit),
  ]).reverse()
}
