/** Names of the second generation: those of the official SDK, read and written. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Simulator } from '../../../src/entrypoints/testing/api.js'
import { startSimulator } from '../../../src/entrypoints/testing/start.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { tokensNamed } from '../../../src/market/catalogue/sdk-names.js'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const TOKENS = read('../../../fixtures/sdk-tokens.json').tokens
const MARKETS: readonly [network: string, marketToken: string, name: string][] = read(
  '../../market/catalogue/sdk-markets.json',
)
const { networks } = loadCatalogue()

let sim: Simulator
beforeAll(async () => {
  sim = await startSimulator()
})
beforeEach(() => sim.reset())
afterAll(() => sim.stop())

// biome-ignore lint/suspicious/noExplicitAny: replies of any endpoint
async function reply(path: string): Promise<any> {
  return (await sim.fetch(path)).json()
}

test.each(['arbitrum', 'avalanche', 'megaeth'])(
  "%s: every market has the SDK's name wherever it is named",
  async (network) => {
    const wanted = MARKETS.filter(([of]) => of === network)
    expect(wanted.length).toBeGreaterThan(4)
    for (const [path, key] of [
      ['markets', 'symbol'],
      ['markets/config', 'name'],
      ['markets/info', 'name'],
      ['markets/tickers', 'symbol'],
    ]) {
      const rows: Record<string, string>[] = await reply(`/${network}-api/v1/${path}`)
      const names = new Map(rows.map((row) => [row['marketTokenAddress'], row[key]]))
      const served = path === 'markets/tickers' ? wanted.filter(([, , name]) => !/^SWAP/.test(name)) : wanted
      expect(served.map(([, address]) => [network, address, names.get(address)])).toEqual(served)
      expect(new Set(names.values()).size).toBe(rows.length)
    }
    const names = wanted.map(([, , name]) => name).filter((name) => !name.startsWith('SWAP'))
    const some = names.slice(0, 20).map((name) => `symbols=${encodeURIComponent(name)}`)
    const rows = await reply(`/${network}-api/v1/markets/tickers?${some.join('&')}`)
    expect(new Set(rows.map(({ symbol }: { symbol: string }) => symbol))).toEqual(new Set(names.slice(0, 20)))
  },
)

test.each(['arbitrum', 'avalanche', 'megaeth'])(
  "%s: every token has the SDK's symbol and facts, in its order",
  async (network) => {
    const { chainId } = networks[network]
    const wanted: Record<string, unknown>[] = TOKENS[chainId].map(
      ({ isConfigOnly: _, ...row }: Record<string, unknown>) => row,
    )
    const rows = await reply(`/${network}-api/v1/tokens`)
    expect(rows.slice(0, wanted.length)).toEqual(wanted)
    const symbols = rows.map(({ symbol, address }: Record<string, string>) => [symbol, address])
    expect(new Set(symbols.map(String)).size).toBe(rows.length)
    const infos = await reply(`/${network}-api/v1/tokens/info`)
    const [native] = infos
    const wrapped = infos.find(({ isWrapped }: Record<string, unknown>) => isWrapped)
    expect([native.isNative, wrapped.baseSymbol]).toEqual([true, native.symbol])
    expect(native.prices).toEqual(wrapped.prices)
    const tickers = await reply(`/${network}-api/v1/prices/tickers`)
    expect(tickers).toEqual(
      Object.fromEntries(infos.map((row: Record<string, string>) => [row['address'], row['prices']])),
    )
  },
)

test('second-generation candles are found by the symbol of either generation; case counts', async () => {
  const rows = (symbol: string) =>
    reply(`/arbitrum-api/v1/prices/ohlcv?symbol=${symbol}&timeframe=1h&limit=3`)
  const eth = await rows('ETH')
  expect(eth).toHaveLength(3)
  for (const [symbol, same] of [
    ['WETH', 'ETH'],
    ['USDC.E', 'USDC.e'],
    ['TBTC', 'tBTC'],
    ['BTC', 'WBTC.b'],
  ])
    expect(await rows(symbol)).toEqual(await rows(same))
  expect((await rows('weth')).code).toBe('VALIDATION_ERROR')
})

test('a symbol that both generations use for different tokens is that of the SDK', () => {
  const [gold] = tokensNamed('XAUT', networks['arbitrum'])
  expect(gold.symbol).toBe('XAUT.v2')
  expect(tokensNamed('XAUT_deprecated', networks['arbitrum'])[0].symbol).toBe('XAUT')
})

test.each([
  ['arbitrum/prices/tickers', 'WETH', 'ETH'],
  ['arbitrum-api/v1/tokens/info', 'WBTC.b', '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f'],
  ['arbitrum-api/v1/prices/tickers', 'ETH', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'],
  ['arbitrum/markets', 'ETH/USD [WETH-USDC]', 'ETH/USD [ETH-USDC]'],
  ['arbitrum-api/v1/markets/tickers', 'ETH/USD [ETH-USDC]', 'ETH/USD [WETH-USDC]'],
])('%s: omit %s leaves out %s', async (path, word, left) => {
  expect(JSON.stringify(await reply(`/${path}`))).toContain(JSON.stringify(left))
  await sim.loadScenario({ rules: [{ fault: { partial: { omit: [word] } } }] })
  const body = JSON.stringify(await reply(`/${path}`))
  expect(body).not.toContain(JSON.stringify(left))
  expect(body.length).toBeGreaterThan(1000)
})

test('a market moves by the symbol of the SDK, and its candles are shown by it', async () => {
  await sim.loadScenario({ events: [{ asset: 'WETH', at: '0s', move: '-50%' }] })
  await sim.clock.advance('1s')
  const [row] = await reply('/arbitrum-api/v1/markets/tickers?symbols=ETH/USD [WETH-USDC]')
  expect(Number(row.markPrice)).toBeLessThan(0.6 * Number(row.high24h))
  const shown = await reply('/__sim/v1/market/candles?network=avalanche&symbol=WAVAX&limit=2')
  expect(shown.candles).toHaveLength(2)
})

test('what was listed later is absent from the documented dialect of the first generation alone', async () => {
  const observed = await sim.session({ dialect: 'observed' })
  // biome-ignore lint/suspicious/noExplicitAny: replies of any endpoint
  const asked = async (path: string): Promise<any> => (await observed.fetch(path)).json()
  const USDG = '0x004B506865409877C9fA29bfb1ebA929984B9bbC'
  for (const path of ['tokens', 'markets', 'markets/info', 'prices/tickers', 'glvs/info', 'prices/24h']) {
    const isIn = (body: unknown) => JSON.stringify(body).includes(path === 'prices/24h' ? '"USDG"' : USDG)
    expect([path, isIn(await asked(`/arbitrum/${path}`))]).toEqual([path, true])
    // The vault was recorded, its markets were not.
    if (path !== 'glvs/info') expect([path, isIn(await reply(`/arbitrum/${path}`))]).toEqual([path, false])
  }
  expect((await sim.fetch('/arbitrum/prices/candles?tokenSymbol=USDG&period=1h')).status).toBe(400)
  expect((await sim.fetch('/arbitrum-api/v1/prices/ohlcv?symbol=USDG&timeframe=1h')).status).toBe(200)
  const names = (await reply('/arbitrum-api/v1/markets')).map(({ symbol }: { symbol: string }) => symbol)
  expect(names).toEqual(
    expect.arrayContaining(['BTC/USD [USDG-USDG]', 'ETH/USD [USDG-USDG]', 'SOL/USD [USDG-USDG]']),
  )
})
