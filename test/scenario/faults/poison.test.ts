/** Effect of each poison on the reply of each endpoint. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import type { Fault } from '../../../src/scenario/define.js'
import { isEffective } from '../../../src/scenario/effect.js'
import { faultOf } from '../../../src/scenario/faults/index.js'
import { POISON_NAMES, type PoisonName } from '../../../src/scenario/faults/poison.js'
import { readScenario } from '../../../src/scenario/read/read.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { askPoisoned, POISONED_PATHS, type Row } from '../../support/poisoned.js'
import { load, oneRule } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const PRICES = ['minPrice', 'maxPrice', 'medianPrice']
const TIMES = ['updatedAt', 'createdAt', 'minBlockTimestamp', 'maxBlockTimestamp']

let simulator: RunningSimulator
beforeAll(async () => {
  simulator = await startTestSimulator()
})
afterAll(() => simulator.stop())

const ask = (id: string, poison?: PoisonName) => askPoisoned(simulator, id, poison)
const pricesOf = async (id: string, poison?: PoisonName): Promise<Row[]> => {
  const body = await ask(id, poison)
  return id === 'tickers' ? body : body.signedPrices
}

/** Endpoints of the second generation: those with values, with lists of rows, and with values as text. */
const API_LISTS =
  ' api-tokens api-tokens-info api-markets api-markets-config api-markets-values api-markets-info' +
  ' api-markets-tickers api-ohlcv api-rates api-performance-annualized api-performance-snapshots api-pairs'
const API_VALUES = API_LISTS.replace('api-rates', 'api-rates api-apy')
const API_TEXTS = API_LISTS.replace(' api-tokens ', ' ').replace(' api-pairs', '')

/** The endpoints whose replies each poison changes; `effect.test.ts` asks every endpoint, in either dialect. */
const CHANGES: Readonly<Record<PoisonName, string>> = {
  zero:
    'tickers signed-prices candles tokens markets-info rates' +
    ' prices-24h apy performance-annualized performance-snapshots glvs-info' +
    API_VALUES,
  negative:
    'tickers signed-prices candles tokens markets-info rates' +
    ' prices-24h apy performance-annualized performance-snapshots glvs-info' +
    API_VALUES,
  minAboveMax:
    'tickers signed-prices candles' +
    ' prices-24h' +
    ' api-tokens-info api-markets-tickers api-ohlcv api-pairs',
  scale:
    'tickers signed-prices candles tokens markets-info rates' +
    ' prices-24h apy performance-annualized performance-snapshots glvs-info' +
    API_VALUES,
  number:
    'tickers signed-prices markets-info rates' +
    ' performance-annualized performance-snapshots glvs-info' +
    API_TEXTS,
  null:
    'tickers signed-prices candles tokens markets markets-info rates' +
    ' prices-24h apy performance-annualized performance-snapshots glvs glvs-info' +
    API_VALUES,
  duplicate:
    'tickers signed-prices candles tokens markets markets-info rates' +
    ' prices-24h performance-annualized performance-snapshots glvs glvs-info' +
    API_LISTS,
  missing:
    'tickers signed-prices candles tokens markets markets-info rates' +
    ' prices-24h apy performance-annualized performance-snapshots glvs glvs-info' +
    API_VALUES,
  notFinite:
    'tickers signed-prices candles tokens markets-info rates' +
    ' prices-24h apy performance-annualized performance-snapshots glvs-info' +
    API_VALUES,
  milliseconds:
    'tickers signed-prices candles rates' + ' performance-snapshots' + ' api-rates api-performance-snapshots',
  future:
    'tickers signed-prices candles rates' +
    ' performance-snapshots' +
    ' api-markets-values api-ohlcv api-rates api-performance-snapshots api-pairs',
  undated:
    'tickers signed-prices candles rates' +
    ' performance-snapshots' +
    ' api-markets-values api-ohlcv api-rates api-performance-snapshots api-pairs',
  lagging:
    'tickers signed-prices candles rates' +
    ' performance-snapshots' +
    ' api-markets-values api-ohlcv api-rates api-performance-snapshots api-pairs',
  ascending: 'candles rates' + ' performance-snapshots' + ' api-rates api-performance-snapshots',
  descending: 'api-ohlcv',
  gap: 'candles rates' + ' performance-snapshots' + ' api-ohlcv api-rates api-performance-snapshots',
}

test.each(POISON_NAMES)('%s changes some endpoints and no others', (poison) => {
  const options = { poison }
  const fault = faultOf(options) as Fault
  const changed = ENDPOINTS.filter(
    (endpoint) => endpoint.id in POISONED_PATHS && isEffective(fault, options, endpoint, 'documented'),
  )
  expect(changed.map(({ id }) => id).join(' ')).toBe(CHANGES[poison])
})

describe.each(['tickers', 'signed-prices'])('%s', (id) => {
  /** Expected prices of a row under `poison`; all else is unchanged. */
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

  test('undated, lagging: no time, or those of the first row a minute earlier', async () => {
    const rows = await pricesOf(id)
    const timed = (row: (typeof rows)[number], change: (seconds: number) => unknown) => ({
      ...row,
      ...Object.fromEntries(
        TIMES.filter((name) => name in row).map((name) => [name, change(row[name] as number)]),
      ),
    })
    expect(await pricesOf(id, 'undated')).toEqual(rows.map((row) => timed(row, () => null)))
    const [first, ...others] = rows
    expect(await pricesOf(id, 'lagging')).toEqual([timed(first, (seconds) => seconds - 60), ...others])
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

  test('duplicate: the first row is repeated', async () => {
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
