/** A session may have a catalogue of its own, over the server's. */

import { afterAll, expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import type { PricesInput } from '../../../src/scenario/input.js'

const MINE = { networks: { mine: { chainId: 7, bases: ['primary', 'spare'] } } }
const MYT = {
  arbitrum: {
    tokens: [
      { symbol: 'MYT', address: '0x1111111111111111111111111111111111111111', decimals: 18, price: 1.25 },
    ],
  },
}

const sim = await startSimulator({ catalogue: MINE })
afterAll(() => sim.stop())

const statusOf = async (url: string) => (await fetch(url)).status

test("its networks and tokens are visible in it only, next to the server's", async () => {
  const own = await sim.session({ id: 'own', catalogue: [MYT, { networks: { other: { chainId: 8 } } }] })
  expect(Object.keys(own.baseUrls)).toEqual([...NETWORKS, 'mine', 'other'])
  expect(await statusOf(`${sim.url}/s/own/other/ping`)).toBe(200)
  expect(await statusOf(`${sim.url}/s/own/mine-spare/ping`)).toBe(200)
  expect(await statusOf(`${sim.url}/other/ping`)).toBe(404)
  const symbols = async (session: typeof own) =>
    (await session.ask('arbitrum', 'tickers')).map(({ tokenSymbol }) => tokenSymbol)
  expect(await symbols(own)).toEqual([...(await symbols(sim)), 'MYT'])
  await own.stop()
})

test('the control API takes one as text or object, and no path of a file', async () => {
  const make = async (body: object) => {
    const reply = await fetch(`${sim.url}/__sim/v1/sessions`, { method: 'POST', body: JSON.stringify(body) })
    return { status: reply.status, body: (await reply.json()) as Record<string, Record<string, unknown>> }
  }
  const made = await make({ id: 'http', catalogue: 'networks: { other: { chainId: 8 } }' })
  expect([made.status, made.body['baseUrls']?.['other']]).toEqual([
    201,
    { primary: `${sim.url}/s/http/other` },
  ])
  expect((await make({ id: 'object', catalogue: MYT })).status).toBe(201)
  for (const catalogue of ['/etc/passwd', 'fixtures/catalogues/own-network.yaml', 'arbitrun: {}']) {
    const refused = await make({ catalogue })
    expect([refused.status, refused.body['error']?.['code']]).toEqual([400, 'bad-catalogue'])
  }
})

test('a scenario of the server must make sense with it', async () => {
  const catalogue = {
    arbitrum: { tokens: [{ symbol: 'ETH', price: 3 }] },
    networks: { avalanche: { remove: true as const } },
  }
  await using server = await startSimulator({
    scenario: { events: [{ asset: 'OM', at: '1s', move: '-5%' }] },
  })
  await expect(server.session({ catalogue })).resolves.toBeDefined()
  await using named = await startSimulator({
    scenario: { rules: [{ match: { network: 'avalanche' }, fault: { hang: true } }] },
  })
  await expect(named.session({ catalogue })).rejects.toThrow('network is "avalanche"')
})

test.each([
  ['the scenario of the server', (prices: PricesInput) => ({ scenario: { prices } }), 'a scenario'],
  ['its start', (prices: PricesInput) => ({ prices }), 'prices'],
])('prices of %s must have the decimals of the catalogue of a session', async (_, optionsOf, what) => {
  const options = optionsOf({ PENDLE: { points: { '0s': 3 } } })
  // With enough digits that its prices have more decimals.
  const catalogue = { arbitrum: { tokens: [{ symbol: 'PENDLE', price: 1.23456789 }] } }
  await using server = await startSimulator(options)
  await expect(server.session({ catalogue })).rejects.toThrow(
    `prices.PENDLE PENDLE has 8 price decimals in the catalogue of the session, and 7 where its prices were read: give the session ${what} of its own`,
  )
  const own = await server.session({ catalogue, ...options })
  const rows = await own.ask('arbitrum', 'tickers')
  const row = rows.find(({ tokenSymbol }) => tokenSymbol === 'PENDLE')
  expect(Number(row?.medianPrice) / 10 ** 12).toBe(3)
  await expect(server.session({ catalogue: MYT })).resolves.toBeDefined()
})
