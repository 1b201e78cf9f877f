/** Poisons of candles, of rows without prices, and in the observed dialect. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PoisonName } from '../../../src/scenario/faults/poison.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { askPoisoned, type Row } from '../../support/poisoned.js'
import { startTestSimulator } from '../../support/simulator.js'

type Candle = [timestamp: number, open: number, high: number, low: number, close: number]

let simulator: RunningSimulator
let observed: RunningSimulator
beforeAll(async () => {
  simulator = await startTestSimulator()
  observed = await startTestSimulator({ dialect: 'observed' })
})
afterAll(() => Promise.all([simulator.stop(), observed.stop()]))

const ask = (id: string, poison?: PoisonName, asked = simulator) => askPoisoned(asked, id, poison)
const candlesOf = async (poison?: PoisonName): Promise<Candle[]> => (await ask('candles', poison)).candles

describe('candles', () => {
  test('values: zero, negative, scale, null, notFinite, missing, duplicate', async () => {
    const candles = await candlesOf()
    const with_ = (bad: (price: number, index: number) => unknown) =>
      candles.map(([timestamp, ...prices]) => [timestamp, ...prices.map(bad)])
    expect(await candlesOf('zero')).toEqual(with_(() => 0))
    expect(await candlesOf('negative')).toEqual(with_((price) => -price))
    expect(await candlesOf('scale')).toEqual(with_((price) => price * 1000))
    expect(await candlesOf('null')).toEqual(with_(() => null))
    expect(await candlesOf('missing')).toEqual(candles.map((candle) => candle.slice(0, 4)))
    expect(await candlesOf('duplicate')).toEqual([candles[0], ...candles])
    expect(await candlesOf('notFinite')).toEqual(
      with_((_price, index) => ['NaN', 'Infinity', '-Infinity', 'NaN'][index]),
    )
  })

  test('minAboveMax: the low is above the high', async () => {
    const [candles, poisoned] = [await candlesOf(), await candlesOf('minAboveMax')]
    poisoned.forEach(([timestamp, open, high, low, close], index) => {
      expect(low).toBeGreaterThan(high)
      expect([timestamp, open, close]).toEqual([candles[index][0], candles[index][1], candles[index][4]])
    })
  })

  test('times: milliseconds, future, ascending, gap', async () => {
    const candles = await candlesOf()
    const at = (change: (seconds: number) => number) =>
      candles.map(([timestamp, ...prices]) => [change(timestamp), ...prices])
    expect(await candlesOf('milliseconds')).toEqual(at((seconds) => seconds * 1000))
    expect(await candlesOf('future')).toEqual(at((seconds) => seconds + 86_400))
    expect(await candlesOf('ascending')).toEqual(candles.toReversed())
    expect(await candlesOf('gap')).toEqual([...candles.slice(0, 2), ...candles.slice(4)])
  })
})

describe('other rows', () => {
  test('markets/info: all amounts and rates, including negative and zero ones', async () => {
    const [{ markets }, poisoned] = [await ask('markets-info'), await ask('markets-info', 'negative')]
    const values = (rows: Row[]) =>
      rows.flatMap((row) => Object.values(row)).filter((field) => /^-?\d+$/.test(String(field)))
    expect(values(markets).some((value) => String(value).startsWith('-'))).toBe(true)
    expect(values(markets)).toContain('0')
    expect(values(poisoned.markets).every((value) => value === '0' || String(value).startsWith('-'))).toBe(
      true,
    )
  })
})

describe('the observed dialect', () => {
  const rowsOf = async (poison?: PoisonName): Promise<Row[]> =>
    (await ask('signed-prices', poison, observed)).signedPrices

  test('signed prices: full prices are the values; null and the id stay', async () => {
    const [rows, zero, crossed] = [await rowsOf(), await rowsOf('zero'), await rowsOf('minAboveMax')]
    expect(zero).toEqual(rows.map((row) => ({ ...row, minPriceFull: '0', maxPriceFull: '0' })))
    for (const { minPriceFull, maxPriceFull } of crossed as Record<string, string>[])
      expect(BigInt(minPriceFull)).toBeGreaterThan(BigInt(maxPriceFull))
  })

  test('tickers: their updatedAt is in ms as it is, their timestamp is not', async () => {
    const first = async (poison?: PoisonName) => (await ask('tickers', poison, observed))[0]
    const row = await first()
    const { updatedAt, timestamp } = row
    expect(await first('milliseconds')).toEqual({ ...row, timestamp: timestamp * 1000 })
    const future = { updatedAt: updatedAt + 86_400_000, timestamp: timestamp + 86_400 }
    expect(await first('future')).toEqual({ ...row, ...future })
  })
})
