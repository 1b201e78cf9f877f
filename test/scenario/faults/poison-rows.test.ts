/** Poisons of candles, of rows without prices, and in the observed dialect. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PoisonName } from '../../../src/scenario/faults/poison.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { askPoisoned, type Row } from '../../support/poisoned.js'
import { load, oneRule } from '../../support/scenario.js'
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

  test('gap: two candles have no middle, three have', async () => {
    const count = async (limit: number) => {
      const reply = await fetch(
        `${simulator.url}/arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=${limit}`,
      )
      return ((await reply.json()) as { candles: Candle[] }).candles.length
    }
    load(simulator.session, oneRule({ poison: 'gap' }))
    expect([await count(1), await count(2), await count(3), await count(30)]).toEqual([1, 2, 2, 20])
  })
})

describe('other rows', () => {
  test('tokens: their decimals', async () => {
    const decimalsOf = async (poison: PoisonName) => (await ask('tokens', poison)).tokens[0].decimals
    expect(await decimalsOf('zero')).toBe(0)
    expect(await decimalsOf('negative')).toBe(-18)
    expect(await decimalsOf('notFinite')).toBe('NaN')
    const { tokens } = await ask('tokens', 'missing')
    expect(tokens.length).toBeGreaterThan(0)
    expect(tokens.some((row: Row) => 'decimals' in row)).toBe(false)
  })

  test('markets, which have no values: their market token', async () => {
    const { markets } = await ask('markets')
    expect((await ask('markets', 'null')).markets).toEqual(
      markets.map((row: Row) => ({ ...row, marketToken: null })),
    )
    expect((await ask('markets', 'missing')).markets).toEqual(
      markets.map(({ marketToken, ...rest }: Row) => rest),
    )
  })

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

  test('rates: the snapshots of each market', async () => {
    const of = async (poison?: PoisonName): Promise<Row[][]> =>
      (await ask('rates', poison)).map(({ ratesSnapshots }: { ratesSnapshots: Row[] }) => ratesSnapshots)
    const whole = await of()
    expect(whole[0].length).toBeGreaterThan(20)
    expect(await of('ascending')).toEqual(whole.map((rows) => rows.toReversed()))
    expect((await of('gap')).map(({ length }) => length)).toEqual(
      whole.map(({ length }) => Math.floor((2 * length + 2) / 3)),
    )
    const later = ({ timestamp, ...rates }: Row) => ({ ...rates, timestamp: (timestamp as number) + 86_400 })
    expect(await of('future')).toEqual(whole.map((rows) => rows.map(later)))
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

  test('times: text has no unit to get wrong, but may lie in the future', async () => {
    const createdAt = async (poison?: PoisonName) => (await rowsOf(poison))[0]['createdAt'] as string
    const good = await createdAt()
    expect(await createdAt('milliseconds')).toBe(good)
    expect(Date.parse(await createdAt('future')) - Date.parse(good)).toBe(86_400_000)
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
