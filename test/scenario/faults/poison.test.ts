/** What each poison does to each endpoint's reply. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/endpoints/index.js'
import { POISON_NAMES, type PoisonName } from '../../../src/scenario/poisons.js'
import { readScenario } from '../../../src/scenario/read.js'
import type { RunningSimulator } from '../../../src/simulator.js'
import { load, oneRule } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

type Row = Record<string, unknown>
type Candle = [timestamp: number, open: number, high: number, low: number, close: number]

const PATHS: Readonly<Record<string, string>> = {
  ping: '/ping',
  tickers: '/prices/tickers',
  'signed-prices': '/signed_prices/latest',
  candles: '/prices/candles?tokenSymbol=PEPE&period=15m&limit=7',
  tokens: '/tokens',
  markets: '/markets',
  'markets-info': '/markets/info',
  rates: '/rates?period=1d',
}
const PRICES = ['minPrice', 'maxPrice', 'medianPrice']
const TIMES = ['updatedAt', 'createdAt', 'minBlockTimestamp', 'maxBlockTimestamp']

let simulator: RunningSimulator
let observed: RunningSimulator
beforeAll(async () => {
  simulator = await startTestSimulator()
  observed = await startTestSimulator({ dialect: 'observed' })
})
afterAll(() => Promise.all([simulator.stop(), observed.stop()]))

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of a reply, it says itself.
async function ask(id: string, poison?: PoisonName, { session, url } = simulator): Promise<any> {
  load(session, poison === undefined ? {} : oneRule({ poison }))
  return (await fetch(`${url}/arbitrum${PATHS[id]}`)).json()
}
const pricesOf = async (id: string, poison?: PoisonName): Promise<Row[]> => {
  const body = await ask(id, poison)
  return id === 'tickers' ? body : body.signedPrices
}
const candlesOf = async (poison?: PoisonName): Promise<Candle[]> => (await ask('candles', poison)).candles

test('every endpoint is asked', () => {
  expect(Object.keys(PATHS)).toEqual(ENDPOINTS.map(({ id }) => id))
})

/** The endpoints whose replies each poison changes; the others it leaves as they are, to the byte but for spaces. */
const CHANGES: Readonly<Record<PoisonName, string>> = {
  zero: 'tickers signed-prices candles tokens markets-info rates',
  negative: 'tickers signed-prices candles tokens markets-info rates',
  minAboveMax: 'tickers signed-prices candles',
  scale: 'tickers signed-prices candles tokens markets-info rates',
  number: 'tickers signed-prices markets-info rates',
  null: 'tickers signed-prices candles tokens markets markets-info rates',
  duplicate: 'tickers signed-prices candles tokens markets markets-info rates',
  missing: 'tickers signed-prices candles tokens markets markets-info rates',
  notFinite: 'tickers signed-prices candles tokens markets-info rates',
  milliseconds: 'tickers signed-prices candles rates',
  future: 'tickers signed-prices candles rates',
  ascending: 'candles rates',
  gap: 'candles rates',
}

test.each(POISON_NAMES)('%s changes some endpoints and no others', async (poison) => {
  const changed: string[] = []
  for (const id of Object.keys(PATHS))
    if (JSON.stringify(await ask(id, poison)) !== JSON.stringify(await ask(id))) changed.push(id)
  expect(changed.join(' ')).toBe(CHANGES[poison])
})

describe.each(['tickers', 'signed-prices'])('%s', (id) => {
  /** What `poison` makes of the prices of a row, and of nothing else in it. */
  async function expectPrices(poison: PoisonName, bad: (price: string, index: number) => unknown) {
    const [rows, poisoned] = [await pricesOf(id), await pricesOf(id, poison)]
    expect(rows.length).toBeGreaterThan(100)
    expect(poisoned).toEqual(
      rows.map((row) => ({
        ...row,
        ...Object.fromEntries(PRICES.map((name, index) => [name, bad(row[name] as string, index)])),
      })),
    )
  }

  test('zero, negative, scale, number, null, notFinite: every price, and nothing else', async () => {
    await expectPrices('zero', () => '0')
    await expectPrices('negative', (price) => `-${price}`)
    await expectPrices('scale', (price) => `${price}000`)
    await expectPrices('number', (price) => Number(price))
    await expectPrices('null', () => null)
    await expectPrices('notFinite', (_price, index) => ['NaN', 'Infinity', '-Infinity'][index])
  })

  test('minAboveMax: also where the spread is zero', async () => {
    const rows = await pricesOf(id, 'minAboveMax')
    expect(rows.some(({ tokenSymbol }) => tokenSymbol === 'ETH')).toBe(true)
    for (const { minPrice, maxPrice, medianPrice } of rows as Record<string, string>[]) {
      expect(BigInt(minPrice)).toBeGreaterThan(BigInt(maxPrice))
      expect(BigInt(maxPrice)).toBeGreaterThanOrEqual(BigInt(medianPrice))
    }
  })

  test('missing: no minPrice', async () => {
    const [rows, poisoned] = [await pricesOf(id), await pricesOf(id, 'missing')]
    expect(poisoned).toEqual(rows.map(({ minPrice, ...rest }) => rest))
  })

  test('duplicate: the first row comes twice', async () => {
    const rows = await pricesOf(id)
    expect(await pricesOf(id, 'duplicate')).toEqual([rows[0], ...rows])
  })

  test('milliseconds, future: every time, and nothing else', async () => {
    const rows = await pricesOf(id)
    const moved = (change: (seconds: number) => number) =>
      rows.map((row) => ({
        ...row,
        ...Object.fromEntries(
          TIMES.filter((name) => name in row).map((name) => [name, change(row[name] as number)]),
        ),
      }))
    expect(await pricesOf(id, 'milliseconds')).toEqual(moved((seconds) => seconds * 1000))
    expect(await pricesOf(id, 'future')).toEqual(moved((seconds) => seconds + 86_400))
  })
})

describe('candles', () => {
  test('values: zero, negative, scale, null, notFinite', async () => {
    const candles = await candlesOf()
    const with_ = (bad: (price: number, index: number) => unknown) =>
      candles.map(([timestamp, ...prices]) => [timestamp, ...prices.map(bad)])
    expect(await candlesOf('zero')).toEqual(with_(() => 0))
    expect(await candlesOf('negative')).toEqual(with_((price) => -price))
    expect(await candlesOf('scale')).toEqual(with_((price) => price * 1000))
    expect(await candlesOf('null')).toEqual(with_(() => null))
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

  test('missing: no close; duplicate: the newest twice', async () => {
    const candles = await candlesOf()
    expect(await candlesOf('missing')).toEqual(candles.map((candle) => candle.slice(0, 4)))
    expect(await candlesOf('duplicate')).toEqual([candles[0], ...candles])
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
    expect((await ask('tokens', 'missing')).tokens.some((row: Row) => 'decimals' in row)).toBe(false)
  })

  test('markets, which have no values: their market token', async () => {
    expect((await ask('markets', 'null')).markets.every((row: Row) => row['marketToken'] === null)).toBe(true)
    expect((await ask('markets', 'missing')).markets.some((row: Row) => 'marketToken' in row)).toBe(false)
  })

  test('markets/info: all amounts and rates, also those that are negative or zero', async () => {
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
    const [whole, ascending, gap, future] = [
      await ask('rates'),
      await ask('rates', 'ascending'),
      await ask('rates', 'gap'),
      await ask('rates', 'future'),
    ]
    expect(whole[0].ratesSnapshots.length).toBeGreaterThan(20)
    whole.forEach(({ ratesSnapshots }: { ratesSnapshots: Row[] }, index: number) => {
      expect(ascending[index].ratesSnapshots).toEqual(ratesSnapshots.toReversed())
      expect(gap[index].ratesSnapshots.length).toBe(Math.floor((2 * ratesSnapshots.length + 2) / 3))
      expect(future[index].ratesSnapshots[0].timestamp).toBe(
        (ratesSnapshots[0]['timestamp'] as number) + 86_400,
      )
    })
  })
})

describe('the observed dialect', () => {
  const rowsOf = async (poison?: PoisonName): Promise<Row[]> =>
    (await ask('signed-prices', poison, observed)).signedPrices

  test('signed prices: the full prices are the values; what is null stays null, and so does the id', async () => {
    const [rows, zero, crossed] = [await rowsOf(), await rowsOf('zero'), await rowsOf('minAboveMax')]
    expect(zero).toEqual(rows.map((row) => ({ ...row, minPriceFull: '0', maxPriceFull: '0' })))
    for (const { minPriceFull, maxPriceFull } of crossed as Record<string, string>[])
      expect(BigInt(minPriceFull)).toBeGreaterThan(BigInt(maxPriceFull))
  })

  test('times: text has no unit to get wrong, but may lie in the future', async () => {
    const [[row], [milliseconds], [future]] = [
      await rowsOf(),
      await rowsOf('milliseconds'),
      await rowsOf('future'),
    ]
    expect(milliseconds['createdAt']).toBe(row['createdAt'])
    expect(Date.parse(future['createdAt'] as string) - Date.parse(row['createdAt'] as string)).toBe(
      86_400_000,
    )
  })

  test('tickers: their updatedAt is in ms as it is, their timestamp is not', async () => {
    const [[row], [milliseconds], [future]] = [
      await ask('tickers', undefined, observed),
      await ask('tickers', 'milliseconds', observed),
      await ask('tickers', 'future', observed),
    ]
    expect(milliseconds).toEqual({ ...row, timestamp: row.timestamp * 1000 })
    expect(future).toEqual({
      ...row,
      updatedAt: row.updatedAt + 86_400_000,
      timestamp: row.timestamp + 86_400,
    })
  })
})

test('errors are sent as they are', async () => {
  for (const poison of POISON_NAMES) {
    load(simulator.session, oneRule({ poison }))
    const reply = await fetch(`${simulator.url}/arbitrum/prices/candles?tokenSymbol=NOPE&period=1m`)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toEqual({ errors: [expect.stringContaining('NOPE')] })
  }
})

test('null may be written without quotes, though YAML reads it as nothing', async () => {
  const { catalogue } = simulator.session
  for (const written of ['null', '"null"']) {
    const scenario = await readScenario(`rules: [{ fault: { poison: ${written} } }]`, 'a.yaml', catalogue)
    expect(scenario.rules?.[0].fault).toEqual({ poison: 'null' })
  }
})
