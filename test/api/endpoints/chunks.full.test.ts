/** Long replies, which are worked out in chunks. */
import { expect, test } from 'vitest'
import { DIALECTS, type Endpoint, type Params, type QueryOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { ANSWER_CACHE_BYTES, createByteCache } from '../../../src/kit/byte-cache.js'
import type { World } from '../../../src/market/world/types.js'
import { createWorlds } from '../../../src/market/world/worlds.js'
import { createAnswers } from '../../../src/session/answer.js'
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
  apy: [{}],
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
  'api-apy': [{ period: '7d' }],
  'api-performance-annualized': [{ period: '1d' }, { period: '90d', address: GLV }],
  'api-performance-snapshots': [{ period: '7d' }, { period: '1y', address: GLV }],
  'api-pairs': [{}],
  'api-jit-liquidity': [{}],
  'api-jit-liquidity-v2': [{}],
  'api-yield-gm-pools': [
    { period: '7d' },
    { period: '30d', pools: [BTC.toLowerCase()], includeComponents: true },
  ],
  'api-buyback': [{}],
}
const LONG = ENDPOINTS.flatMap((endpoint: Endpoint) =>
  DIALECTS.flatMap((dialect) => {
    const wire = endpoint[dialect]
    return wire?.chunks === undefined ? [] : [{ ...endpoint, wire, dialect }]
  }),
)

test('the answers that take long are worked out in chunks', () => {
  expect([...new Set(LONG.map(({ id }) => id))].sort()).toEqual(Object.keys(QUESTIONS).sort())
})

async function textOf(
  world: World,
  { facts, wire }: (typeof LONG)[number],
  query: QueryOf<Params>,
): Promise<string> {
  const texts = []
  for await (const some of wire.chunks?.(facts(world, AT_MS, query)) ?? []) texts.push(...some)
  return Buffer.concat(texts).toString()
}

const worldOf = () => createWorlds({ seed: 'chunks', catalogue, priceFormat: 'full' })('arbitrum')

test.each(LONG)('$id in the $dialect dialect: any query gives JSON as its schema has it', async (long) => {
  const { id, wire } = long
  const world = worldOf()
  for (const query of QUESTIONS[id]) {
    const text = await textOf(world, long, query)
    const reply: unknown = JSON.parse(text)
    expect(wire.schema().safeParse(reply).error).toBeUndefined()
    // Prices are written without exponents.
    if (id !== 'candles' && id !== 'prices-24h') expect(text).toBe(JSON.stringify(reply))
  }
})

test('rates, the largest reply, is computed once an hour, as is its encoding', async () => {
  const found = ENDPOINTS.find((one) => one.id === 'rates') as Endpoint
  const { chunks } = found.documented
  let computed = 0
  const counted: Endpoint = {
    ...found,
    documented: {
      ...found.documented,
      *chunks(facts) {
        computed++
        yield* chunks?.(facts) as Iterable<readonly Buffer[]>
      },
    },
  }
  const { answer, compressed } = createAnswers(createByteCache(ANSWER_CACHE_BYTES))
  const world = worldOf()
  const session = { dialect: 'documented', begin: { cacheWindows: true }, worldIn: () => world } as const
  const ask = async (atMs: number) => {
    const question = { network: 'arbitrum', base: 'primary', search: '', atMs }
    const reply = await answer(session, question, counted).reply()
    return { plain: reply.body, gzip: (await compressed(reply, 'gzip')).body }
  }
  const first = await ask(AT_MS)
  expect(first.plain.length).toBeGreaterThan(20 << 20)
  const later = await ask(AT_MS + 600_000)
  expect(computed).toBe(1)
  expect(later.plain).toBe(first.plain)
  expect(later.gzip).toBe(first.gzip)
})
