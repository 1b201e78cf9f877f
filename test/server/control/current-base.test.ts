/** Rules that strike the base in use: resolved when the scenario is loaded, for each network. */
import { expect, test } from 'vitest'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { oneSimulator } from '../../support/one-simulator.js'

const { control, bodyOf, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })

const CURRENT = 'rules: [{ id: struck, match: { base: current }, fault: { status: 503 } }]'
const OTHERS = 'rules: [{ id: struck, match: { network: arbitrum, base: others }, fault: { status: 503 } }]'

async function served(prefix: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) expect((await ask(`/${prefix}/prices/tickers`)).status).toBe(200)
}

/** The bases of Arbitrum that answer 503. */
async function struck(): Promise<string[]> {
  const prefixes = ['arbitrum', 'arbitrum-fallback', 'arbitrum-fallback-2']
  const replies = await Promise.all(prefixes.map((prefix) => ask(`/${prefix}/ping`)))
  return prefixes.filter((_prefix, index) => replies[index].status === 503)
}

const lanes = async () => (await bodyOf('/scenario/timeline')).rules

test('the primary where nothing was served', async () => {
  await control.put('/scenario', CURRENT)
  expect(await struck()).toEqual(['arbitrum'])
  const match = 'every request to the current base of each network (primary)'
  expect(await lanes()).toMatchObject([{ bases: ['primary'], match, what: `answers 503: ${match}` }])
})

test('the base that served most answers, and the others', async () => {
  await served('arbitrum', 1)
  await served('arbitrum-fallback', 3)
  await control.put('/scenario', CURRENT)
  expect(await struck()).toEqual(['arbitrum-fallback'])
  await control.put('/scenario', '{}')
  await served('arbitrum-fallback', 3)
  await control.put('/scenario', OTHERS)
  expect(await struck()).toEqual(['arbitrum', 'arbitrum-fallback-2'])
  const match = 'every request to the other bases of arbitrum (primary or fallback-2)'
  expect(await lanes()).toMatchObject([{ networks: ['arbitrum'], bases: ['primary', 'fallback-2'], match }])
})

test('each network has its own', async () => {
  await served('avalanche-fallback', 2)
  await control.put('/scenario', CURRENT)
  expect((await ask('/avalanche/ping')).status).toBe(200)
  expect((await ask('/avalanche-fallback/ping')).status).toBe(503)
  expect(await struck()).toEqual(['arbitrum'])
  expect(await lanes()).toMatchObject([
    { networks: NETWORKS.filter((name) => name !== 'avalanche'), bases: ['primary'] },
    { networks: ['avalanche'], bases: ['fallback'] },
  ])
})

test('answers of the last ten seconds count, and no errors', async () => {
  await served('arbitrum-fallback', 3)
  await control.post('/clock/advance', { by: '10s' })
  await served('arbitrum-fallback-2', 1)
  await control.put('/scenario', 'rules: [{ match: { base: primary }, fault: { status: 500 } }]')
  for (let n = 0; n < 5; n++) await ask('/arbitrum/prices/tickers')
  await control.put('/scenario', CURRENT)
  expect(await struck()).toEqual(['arbitrum-fallback-2'])
})

test('it is resolved once: failing over changes nothing, loading it again does, and a snapshot keeps it', async () => {
  await served('arbitrum-fallback', 2)
  await control.put('/scenario', CURRENT)
  const { id } = (await control.post('/snapshots')).body
  await served('arbitrum', 8)
  expect(await struck()).toEqual(['arbitrum-fallback'])
  await control.post('/scenario/reload')
  expect(await struck()).toEqual(['arbitrum'])
  await control.post(`/snapshots/${id}/restore`)
  expect(await struck()).toEqual(['arbitrum-fallback'])
  await control.post('/reset')
  await control.put('/scenario', CURRENT)
  expect(await struck()).toEqual(['arbitrum'])
})
