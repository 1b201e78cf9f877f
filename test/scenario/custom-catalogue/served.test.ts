/** A network that is data alone: `fixtures/catalogues/own-network.yaml` is served everywhere that a built-in one is. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../../../src/entrypoints/index.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { faultsOf, signedRow } from '../../../src/market/oracle/verify.js'
import { loadOverlays } from '../../../src/scenario/custom-catalogue/load.js'

const MYNET = fileURLToPath(new URL('../../../fixtures/catalogues/own-network.yaml', import.meta.url))
let sim: Simulator

beforeAll(async () => {
  sim = await startSimulator({ catalogue: MYNET })
})
afterAll(() => sim.stop())

// biome-ignore lint/suspicious/noExplicitAny: what is asked of it is checked.
const ask = async (url: string): Promise<any> => (await fetch(url)).json()

test('bases of both generations, as addresses, paths, variables and hosts', async () => {
  expect(Object.keys(sim.baseUrls)).toEqual([...NETWORKS, 'mynet'])
  expect(sim.baseUrls.mynet).toEqual({
    primary: `${sim.url}/mynet`,
    fallback: `${sim.url}/mynet-fallback`,
    api: `${sim.url}/mynet-api`,
    'api-fallback': `${sim.url}/mynet-api-fallback`,
  })
  expect(sim.env).toMatchObject({ GMX_SIM_MYNET_FALLBACK_URL: `${sim.url}/mynet-fallback` })
  expect(await ask(`${sim.baseUrl('mynet', 'fallback')}/ping`)).toEqual({ ok: true })
  expect(await ask(`${sim.baseUrl('mynet', 'api')}/v1/markets/info`)).toHaveLength(5)
  expect((await fetch(`${sim.url}/mynet-fallback-2/ping`)).status).toBe(404)
  expect(() => sim.baseUrl('mynet', 'fallback-2')).toThrow(
    'unknown base: "fallback-2"; did you mean fallback?',
  )
  expect(await (await sim.fetch('http://mynet.localhost/ping')).json()).toEqual({ ok: true })
})

test('its tokens have the prices of the same assets elsewhere', async () => {
  const here = await sim.ask('mynet', 'tickers')
  const there = await sim.ask('arbitrum', 'tickers')
  expect(here.map(({ tokenSymbol }) => tokenSymbol)).toEqual(['ETH', 'MYUSD', 'MYT', 'BTC'])
  const medianOf = (rows: typeof here, symbol: string) =>
    rows.find((row) => row.tokenSymbol === symbol)?.medianPrice
  for (const symbol of ['ETH', 'BTC']) expect(medianOf(here, symbol)).toBe(medianOf(there, symbol))
  // USD with 18 decimals of the token.
  expect(Number(medianOf(here, 'MYUSD')) / 1e12).toBeCloseTo(1, 1)
})

test('a custom signer, whose signatures verify on its chain only', async () => {
  const { signedPrices } = await sim.ask('mynet', 'signed-prices')
  const { networks } = await loadOverlays([MYNET])
  for (const row of signedPrices) expect(faultsOf(signedRow.parse(row), [networks['mynet']])).toEqual([])
  expect(new Set(signedPrices.map(({ signer }) => signer))).toEqual(
    new Set([networks['mynet'].signer.address]),
  )
  expect(faultsOf(signedRow.parse(signedPrices[0]), [networks['arbitrum']])).not.toEqual([])
})

test('OpenAPI documents, metrics and the journal know it', async () => {
  const control = `${sim.url}/__sim/v1`
  const { servers } = await ask(`${control}/openapi.json`)
  expect(servers.map(({ url }: { url: string }) => url)).toContain(`${sim.url}/mynet-fallback`)
  const refused = await ask(`${control}/journal?network=mynte`)
  expect(refused.error.message).toContain('did you mean mynet?')
  await ask(`${sim.baseUrl('mynet')}/tokens`)
  expect((await ask(`${control}/journal/count?network=mynet&endpoint=tokens`)).count).toBe(1)
  expect(await (await fetch(`${control}/metrics`)).text()).toContain('network="mynet",base="primary"')
})

test('scenarios may name it, and its own bases alone, which have ports that can be closed', async () => {
  await using split = await startSimulator({ catalogue: MYNET, splitPorts: true })
  const rule = (base: string) => ({
    rules: [{ match: { network: 'mynet', base }, fault: { refuse: true as const } }],
  })
  await split.loadScenario(rule('primary'))
  await expect(fetch(`${split.baseUrl('mynet')}/ping`)).rejects.toThrow()
  expect((await fetch(`${split.baseUrl('mynet', 'fallback')}/ping`)).status).toBe(200)
  await expect(split.loadScenario(rule('fallback-2'))).rejects.toThrow(
    'base is "fallback-2": write one of primary, fallback',
  )
  await using other = await startSimulator()
  await expect(other.loadScenario(rule('fallback'))).rejects.toThrow(
    'write one of arbitrum, avalanche, botanix',
  )
})
