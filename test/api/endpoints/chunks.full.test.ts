import { expect, test } from 'vitest'
import { DIALECTS, type Endpoint } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { createWorlds } from '../../../src/market/world/worlds.js'
import { catalogue } from '../../support/prices.js'

const AT_MS = Date.parse('2026-03-01T12:34:56Z')
const BTC = '0x47c031236e19d024b42f8AE6780E44A573170703'
const GLV = '0x528A5bac7E746C9A509A1f4F6dF58A03d44279F9'
const QUESTIONS: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  candles: [
    { tokenSymbol: 'ETH', period: '1m', limit: 5000 },
    { tokenSymbol: 'ETH', period: '1d', limit: 1 },
  ],
  'signed-prices': [{}],
  'markets-info': [{}],
  rates: [
    { period: '1d' },
    { period: '90d', address: BTC },
    { period: '1y', averageBy: '30d', address: BTC },
  ],
  'prices-24h': [{}],
  apy: [{}, { period: 'total' }],
  'performance-annualized': [{ period: '7d' }, { period: '90d', address: GLV }],
  'performance-snapshots': [{ period: '7d' }, { period: '1y', address: GLV }],
  'api-markets-values': [{}],
  'api-markets-info': [{}],
  'api-markets-tickers': [{}, { addresses: [BTC.toLowerCase()] }, { symbols: ['ETH/USD [ETH-USDC]'] }],
  'api-ohlcv': [
    { symbol: 'ETH', timeframe: '1m', limit: 5000 },
    { symbol: 'ETH', timeframe: '1h', limit: 5, since: AT_MS - 86_400_000 },
    { symbol: 'ETH', timeframe: '1h', limit: 50, since: AT_MS - 86_400_000 },
  ],
  'api-rates': [{ period: '1d' }, { period: '1y', averageBy: '90d', address: BTC }],
  'api-apy': [{}, { period: 'total' }],
  'api-performance-annualized': [{ period: '1d' }, { period: '90d', address: GLV }],
  'api-performance-snapshots': [{ period: '7d' }, { period: '1y', address: GLV }],
  'api-pairs': [{}],
}
const LONG = ENDPOINTS.flatMap((endpoint: Endpoint) =>
  DIALECTS.flatMap((dialect) => {
    const wire = endpoint[dialect]
    return wire?.chunks === undefined ? [] : [{ ...endpoint, wire }]
  }),
)

test('the answers that take long are worked out in chunks', () => {
  expect([...new Set(LONG.map(({ id }) => id))].sort()).toEqual(Object.keys(QUESTIONS).sort())
})

test.each(LONG)('$id: its chunks say what its rows say', async ({ id, facts, wire }) => {
  const world = createWorlds({ seed: 'chunks', catalogue, priceFormat: 'full' })('arbitrum')
  for (const query of QUESTIONS[id]) {
    const texts = []
    for await (const some of wire.chunks?.(facts(world, AT_MS, query)) ?? []) texts.push(...some)
    const text = Buffer.concat(texts).toString()
    const plain = await wire.render(facts(world, AT_MS, query))
    // Prices are written without exponents.
    if (id === 'candles' || id === 'prices-24h') expect(JSON.parse(text)).toEqual(plain)
    else expect(text).toBe(JSON.stringify(plain))
  }
})
