/** A finished reply that would be another question's answer. */
import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { load } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator()
afterAll(() => simulator.stop())

const statusOf = (path: string, host?: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host }
    request(`${simulator.url}${path}`, { headers }, (reply) => resolve(reply.resume().statusCode))
      .on('error', reject)
      .end()
  })

test.each(['avalanche.localhost', 'avalanche.LOCALHOST', 'Avalanche.Localhost:80'])(
  'a reply to a Host that names a base address, here %s, and for such a Host',
  async (host) => {
    expect(await statusOf('/arbitrum/prices/tickers')).toBe(200)
    expect(await statusOf('/arbitrum/prices/tickers', host)).toBe(404)
    expect(await statusOf('/prices/tickers', host)).toBe(200)
    expect(await statusOf('/prices/tickers')).toBe(404)
  },
)

test('a reply requested under another scenario', async () => {
  const { session, url } = simulator
  const world = session.worldIn('documented', 'arbitrum', 'primary')
  const { signedPrices } = world
  /** The scenario changes while the reply is worked out. */
  const changing = async (atSeconds: number) => {
    Object.assign(world, { signedPrices })
    load(session, { seed: 'another' })
    return signedPrices(atSeconds)
  }
  Object.assign(world, { signedPrices: changing })
  const ask = async () => (await fetch(`${url}/arbitrum/signed_prices/latest`)).text()
  const before = await ask()
  const after = await ask()
  expect(after).not.toBe(before)
  session.loadScenario(undefined)
  expect(await ask()).toBe(before)
})
