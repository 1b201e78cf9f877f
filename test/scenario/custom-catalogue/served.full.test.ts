/** A network that is data alone: `fixtures/catalogues/megaeth.yaml` is served everywhere that a built-in one is. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rehearse, type Simulator, startSimulator } from '../../../src/entrypoints/index.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { faultsOf, signedRow } from '../../../src/market/oracle/verify.js'
import { loadOverlays } from '../../../src/scenario/custom-catalogue/load.js'
import { runCli as cli } from '../../support/cli.js'

const MEGAETH = fileURLToPath(new URL('../../../fixtures/catalogues/megaeth.yaml', import.meta.url))
let sim: Simulator

beforeAll(async () => {
  sim = await startSimulator({ catalogue: MEGAETH })
})
afterAll(() => sim.stop())

// biome-ignore lint/suspicious/noExplicitAny: what is asked of it is checked.
const ask = async (url: string): Promise<any> => (await fetch(url)).json()

test('bases of both generations, as addresses, paths, variables and hosts', async () => {
  expect(Object.keys(sim.baseUrls)).toEqual([...NETWORKS, 'megaeth'])
  expect(sim.baseUrls.megaeth).toEqual({
    primary: `${sim.url}/megaeth`,
    fallback: `${sim.url}/megaeth-fallback`,
    api: `${sim.url}/megaeth-api`,
    'api-fallback': `${sim.url}/megaeth-api-fallback`,
  })
  expect(sim.env).toMatchObject({ GMX_SIM_MEGAETH_FALLBACK_URL: `${sim.url}/megaeth-fallback` })
  expect(await ask(`${sim.baseUrl('megaeth', 'fallback')}/ping`)).toEqual({ ok: true })
  expect(await ask(`${sim.baseUrl('megaeth', 'api')}/v1/markets/info`)).toHaveLength(5)
  expect((await fetch(`${sim.url}/megaeth-fallback-2/ping`)).status).toBe(404)
  expect(() => sim.baseUrl('megaeth', 'fallback-2')).toThrow(
    'unknown base: "fallback-2"; did you mean fallback?',
  )
  expect(await (await sim.fetch('http://megaeth.localhost/ping')).json()).toEqual({ ok: true })
  expect((await ask(sim.url)).baseUrls.megaeth).toEqual(sim.baseUrls.megaeth)
  const page = await (await fetch(sim.url, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('megaeth <small>4326</small>')
})

test('its tokens have the prices of the same assets elsewhere', async () => {
  const here = await sim.ask('megaeth', 'tickers')
  const there = await sim.ask('arbitrum', 'tickers')
  expect(here.map(({ tokenSymbol }) => tokenSymbol)).toEqual(['ETH', 'USDM', 'MEGA', 'BTC'])
  const medianOf = (rows: typeof here, symbol: string) =>
    rows.find((row) => row.tokenSymbol === symbol)?.medianPrice
  for (const symbol of ['ETH', 'MEGA', 'BTC']) expect(medianOf(here, symbol)).toBe(medianOf(there, symbol))
  const [candle] = (await sim.ask('megaeth', 'candles', { tokenSymbol: 'USDM', period: '1h', limit: 3 }))
    .candles
  expect(Math.abs((candle?.[4] ?? 0) - 1)).toBeLessThan(0.05)
})

test('markets, their state and their rates', async () => {
  const { markets } = await sim.ask('megaeth', 'markets')
  expect(markets.map(({ name }) => name)).toContain('SWAP-ONLY [ETH-USDM]')
  const infos = (await sim.ask('megaeth', 'markets-info')).markets
  for (const info of infos)
    expect(BigInt(info.netRateLong)).toBe(BigInt(info.fundingRateLong) + BigInt(info.borrowingRateLong))
  expect(infos.length).toBe(markets.length)
  expect((await sim.ask('megaeth', 'rates')).map(({ marketAddress }) => marketAddress)).toEqual(
    markets.map(({ marketToken }) => marketToken),
  )
})

test('a custom signer, whose signatures verify on its chain only', async () => {
  const { signedPrices } = await sim.ask('megaeth', 'signed-prices')
  const { networks } = await loadOverlays([MEGAETH])
  for (const row of signedPrices) expect(faultsOf(signedRow.parse(row), [networks['megaeth']])).toEqual([])
  expect(new Set(signedPrices.map(({ signer }) => signer))).toEqual(
    new Set([networks['megaeth'].signer.address]),
  )
  expect(faultsOf(signedRow.parse(signedPrices[0]), [networks['arbitrum']])).not.toEqual([])
})

test('OpenAPI documents, metrics and the journal know it', async () => {
  const { servers } = await ask(`${sim.url}/__sim/v1/openapi.json`)
  expect(servers.map(({ url }: { url: string }) => url)).toContain(`${sim.url}/megaeth-fallback`)
  const control = JSON.stringify(await ask(`${sim.url}/__sim/v1/control-openapi.json`))
  expect(control).toContain(`"enum":${JSON.stringify([...NETWORKS, 'megaeth'])}`)
  await ask(`${sim.baseUrl('megaeth')}/tokens`)
  expect(sim.journal.count({ network: 'megaeth', endpoint: 'tokens' })).toBe(1)
  expect((await ask(`${sim.url}/__sim/v1/journal/count?network=megaeth&endpoint=tokens`)).count).toBe(1)
  const refused = await ask(`${sim.url}/__sim/v1/journal?network=megaeht`)
  expect(refused.error).toMatchObject({
    code: 'bad-query',
    message: expect.stringContaining('did you mean megaeth?'),
  })
  expect(await (await fetch(`${sim.url}/__sim/v1/metrics`)).text()).toContain(
    'network="megaeth",base="primary"',
  )
})

test('scenarios may name it, and its own bases alone', async () => {
  const rule = (base: string) => ({
    rules: [{ match: { network: 'megaeth', base }, fault: { status: 503 } }],
  })
  await sim.loadScenario(rule('fallback'))
  expect((await fetch(`${sim.baseUrl('megaeth', 'fallback')}/ping`)).status).toBe(503)
  await expect(sim.loadScenario(rule('fallback-2'))).rejects.toThrow(
    'base is "fallback-2": write one of primary, fallback',
  )
  await sim.loadScenario(undefined)
  const other = await startSimulator()
  await expect(other.loadScenario(rule('fallback'))).rejects.toThrow(
    'write one of arbitrum, avalanche, botanix',
  )
  await other.stop()
})

test('its bases have ports of their own, which can be closed', async () => {
  const split = await startSimulator({ catalogue: MEGAETH, splitPorts: true })
  await split.loadScenario({
    rules: [{ match: { network: 'megaeth', base: 'primary' }, fault: { refuse: true } }],
  })
  await expect(fetch(`${split.baseUrl('megaeth')}/ping`)).rejects.toThrow()
  expect((await fetch(`${split.baseUrl('megaeth', 'fallback')}/ping`)).status).toBe(200)
  await split.stop()
})

test('a client of a custom network can be rehearsed', async () => {
  const report = await rehearse({
    catalogue: MEGAETH,
    scenarios: [
      {
        name: 'down',
        rules: [
          { match: { network: 'megaeth', base: 'primary' }, when: { until: '30s' }, fault: { status: 503 } },
        ],
      },
    ],
    warmUp: '5s',
    coolDown: '10s',
    async client({ baseUrl, fetch, signal }) {
      while (!signal.aborted) {
        for (const base of ['primary', 'fallback']) {
          const reply = await fetch(`${baseUrl('megaeth', base)}/prices/tickers`).catch(() => undefined)
          if (reply?.ok) break
        }
        await new Promise((resolve) => setTimeout(resolve, 2000))
      }
    },
  })
  const check = report.scenarios[0]?.checks.find(({ id }) => id === 'answers-again')
  expect(check?.verdict).toBe('pass')
})

test('every command knows it', async () => {
  const given = ['--catalogue', MEGAETH]
  const get = await cli(['get', 'megaeth/tokens', ...given])
  expect(JSON.parse(get.stdout).tokens.length).toBe(4)
  const list = await cli(['catalogue', '--network', 'megaeth', ...given])
  expect(list.stdout).toContain('megaeth: chain 4326, a block every 1 s')
  const json = JSON.parse((await cli(['catalogue', '--json', ...given])).stdout)
  expect(json.networks.map(({ name }: { name: string }) => name)).toEqual(Object.keys(sim.baseUrls))
  expect((await cli(['schema', ...given])).stdout).toContain('"megaeth"')
  expect((await cli(['catalogue'], { GMX_SIM_CATALOGUE: MEGAETH })).stdout).toContain('megaeth')
})

test('endpoints beyond the interface answer, without GLVs', async () => {
  const { markets } = await sim.ask('megaeth', 'markets')
  expect(await sim.ask('megaeth', 'glvs')).toEqual({ glvs: [] })
  expect(await sim.ask('megaeth', 'glvs-info')).toEqual({ glvs: [] })
  const apy = await sim.ask('megaeth', 'apy')
  expect(Object.keys(apy.markets)).toEqual(markets.map(({ marketToken }) => marketToken))
  expect(apy.glvs).toEqual({})
  expect(await sim.ask('megaeth', 'performance-annualized')).toHaveLength(markets.length)
  expect((await sim.ask('megaeth', 'prices-24h')).map(({ tokenSymbol }) => tokenSymbol)).toEqual([
    'ETH',
    'USDM',
    'MEGA',
    'BTC',
  ])
})

test('a market that a file brings is held by the GLV of its tokens', async () => {
  const address = '0x004B506865409877C9fA29bfb1ebA929984B9bbC'
  const { networks } = await loadOverlays([
    {
      arbitrum: {
        tokens: [{ symbol: 'USDG', address, decimals: 6, price: 1, stable: true }],
        markets: [{ indexToken: 'ETH', longToken: 'USDG', shortToken: 'USDG' }],
      },
    },
  ])
  const held = networks['arbitrum'].glvs.map(({ markets }) => markets.map(({ name }) => name))
  expect(held[1]).toEqual(['ETH/USD [USDG-USDG]'])
})
