/** Effect of each poison on the reply of each endpoint. */
import { afterAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import type { Fault } from '../../../src/scenario/define.js'
import { isEffective } from '../../../src/scenario/effect.js'
import { faultOf } from '../../../src/scenario/faults/index.js'
import { POISON_NAMES, type PoisonName } from '../../../src/scenario/faults/poison.js'
import { readScenario } from '../../../src/scenario/read/read.js'
import { askPoisoned, POISONED_PATHS, type Row } from '../../support/poisoned.js'
import { startTestSimulator } from '../../support/simulator.js'

const PRICES = ['minPrice', 'maxPrice', 'medianPrice']
const TIMES = ['updatedAt', 'createdAt', 'minBlockTimestamp', 'maxBlockTimestamp']

const simulator = await startTestSimulator()
afterAll(() => simulator.stop())

const ask = (id: string, poison?: PoisonName) => askPoisoned(simulator, id, poison)
const pricesOf = async (id: string, poison?: PoisonName): Promise<Row[]> => {
  const body = await ask(id, poison)
  return id === 'tickers' ? body : body.signedPrices
}

const VALUES = `tickers signed-prices candles tokens markets-info rates prices-24h apy performance-annualized performance-snapshots glvs-info`
const DATED = `tickers signed-prices candles rates performance-snapshots`
const API_DATED = 'api-rates api-performance-snapshots'
const API_TEXTS = `api-tokens-info api-markets api-markets-config api-markets-values api-markets-info api-markets-tickers
  api-ohlcv api-rates api-performance-annualized api-performance-snapshots`
const API_LISTS = `api-tokens ${API_TEXTS} api-pairs`
const API_VALUES = API_LISTS.replace('api-rates', 'api-rates api-apy')

/** Endpoints whose replies poisons change; `effect.test.ts` asks every endpoint, in either dialect. */
const CHANGES: readonly (readonly [poisons: readonly PoisonName[], endpoints: string])[] = [
  [['zero', 'negative', 'scale', 'notFinite'], `${VALUES} ${API_VALUES}`],
  [
    ['null', 'missing'],
    `${VALUES.replace('markets-info', 'markets markets-info').replace('glvs-info', 'glvs glvs-info')} ${API_VALUES}`,
  ],
  [
    ['duplicate'],
    `tickers signed-prices candles tokens markets markets-info rates prices-24h performance-annualized performance-snapshots
     glvs glvs-info ${API_LISTS}`,
  ],
  [
    ['number'],
    `tickers signed-prices markets-info rates performance-annualized performance-snapshots glvs-info ${API_TEXTS}`,
  ],
  [
    ['minAboveMax'],
    'tickers signed-prices candles prices-24h api-tokens-info api-markets-tickers api-ohlcv api-pairs',
  ],
  [['milliseconds'], `${DATED} ${API_DATED}`],
  [['future', 'undated', 'lagging'], `${DATED} api-markets-values api-ohlcv ${API_DATED} api-pairs`],
  [['ascending'], `candles rates performance-snapshots ${API_DATED}`],
  [['descending'], 'api-ohlcv'],
  [['gap'], `candles rates performance-snapshots api-ohlcv ${API_DATED}`],
]

test.each(POISON_NAMES)('%s changes some endpoints and no others', (poison) => {
  const options = { poison }
  const fault = faultOf(options) as Fault
  const changed = ENDPOINTS.filter(
    (endpoint) => endpoint.id in POISONED_PATHS && isEffective(fault, options, endpoint, 'documented'),
  )
  const expected = CHANGES.find(([poisons]) => poisons.includes(poison))?.[1]
  expect(changed.map(({ id }) => id)).toEqual(expected?.split(/\s+/))
})

const timed = (row: Row, change: (seconds: number) => unknown): Row => ({
  ...row,
  ...Object.fromEntries(
    TIMES.filter((name) => name in row).map((name) => [name, change(row[name] as number)]),
  ),
})

describe.each(['tickers', 'signed-prices'])('%s', (id) => {
  /** Expected prices of a row under `poison`; all else is unchanged. */
  async function expectPrices(poison: PoisonName, bad: (price: string, index: number) => unknown) {
    const [rows, poisoned] = [await pricesOf(id), await pricesOf(id, poison)]
    expect(rows.length).toBeGreaterThan(10)
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

  test('missing, duplicate: no minPrice; the first row is repeated', async () => {
    const rows = await pricesOf(id)
    expect(await pricesOf(id, 'missing')).toEqual(rows.map(({ minPrice, ...rest }) => rest))
    expect(await pricesOf(id, 'duplicate')).toEqual([rows[0], ...rows])
  })

  test('milliseconds, future: every time, and nothing else', async () => {
    const rows = await pricesOf(id)
    expect(await pricesOf(id, 'milliseconds')).toEqual(rows.map((row) => timed(row, (at) => at * 1000)))
    expect(await pricesOf(id, 'future')).toEqual(rows.map((row) => timed(row, (at) => at + 86_400)))
  })
})

test('null may be written without quotes, though YAML reads it as nothing', async () => {
  const { catalogue } = simulator.session
  for (const written of ['null', '"null"']) {
    const scenario = await readScenario(`rules: [{ fault: { poison: ${written} } }]`, 'a.yaml', catalogue)
    expect(scenario.rules?.[0].fault).toEqual({ poison: 'null' })
  }
})
