/** The official SDK's client of the second generation, unmodified: every data function returns parsed values. */
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningSimulator } from '../src/server/simulator.js'
import { installed } from './support/installed.js'
import { startTestSimulator } from './support/simulator.js'

const ACCOUNT = '0x0000000000000000000000000000000000000001'
const BTC = '0x47c031236e19d024b42f8AE6780E44A573170703'

type Call = (query?: unknown) => Promise<unknown>

describe.skipIf(!installed('sdk'))('GmxApiSdk', () => {
  let simulator: RunningSimulator
  let sdk: Readonly<Record<string, Call>>
  beforeAll(async () => {
    simulator = await startTestSimulator()
    const require = createRequire(new URL('installs/sdk/package.json', import.meta.url))
    const { GmxApiSdk } = require('sdk-1-5/v2')
    const made = new GmxApiSdk({ chainId: 42_161 })
    made.ctx.api.url = `${simulator.url}/arbitrum-api/v1`
    sdk = made
  })
  afterAll(() => simulator.stop())

  test.each([
    ['fetchMarketsInfo', undefined, 139],
    ['fetchMarkets', undefined, 139],
    ['fetchMarketsTickers', { addresses: [BTC] }, 1],
    ['fetchTokensData', undefined, 128],
    ['fetchTokens', undefined, 134],
    ['fetchRates', { period: '1d', address: BTC }, 1],
    ['fetchPerformanceAnnualized', undefined, 142],
    ['fetchPerformanceSnapshots', { period: '7d' }, 142],
    ['fetchOhlcv', { symbol: 'ETH', timeframe: '1h', limit: 5 }, 5],
    ['fetchPositionsInfo', { address: ACCOUNT }, 0],
    ['fetchOrders', { address: ACCOUNT }, 0],
  ])('%s %o: %d rows', async (name, query, count) => {
    expect(await sdk[name](query)).toHaveLength(count)
  })

  test('digits of markets are parsed', async () => {
    const [market] = (await sdk['fetchMarketsInfo']()) as Record<string, unknown>[]
    expect([typeof market['longInterestUsd'], typeof market['longsPayShorts']]).toEqual(['bigint', 'boolean'])
    expect(Object.keys(market)).toHaveLength(98)
  })
})
