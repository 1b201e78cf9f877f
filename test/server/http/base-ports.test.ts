/** Base addresses on ports of their own. */
import { once } from 'node:events'
import { get } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { GENERATIONS } from '../../../src/market/catalogue/bases.js'
import { BUILT_IN, NETWORKS } from '../../../src/market/catalogue/networks.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator({ splitPorts: 'true' })
afterAll(() => simulator.stop())

const portOf = (url: string) => Number(new URL(url).port)

test('each base address has its own origin, and says the same as by prefix on the main one', async () => {
  const urls = BUILT_IN.addresses.map(({ network, base }) => simulator.baseUrls[network][base])
  expect(new Set([simulator.url, ...urls].map(portOf)).size).toBe(BUILT_IN.addresses.length + 1)
  for (const [index, { prefix, generation }] of BUILT_IN.addresses.entries()) {
    const path = generation === 1 ? '/tokens' : '/v1/markets/tickers'
    expect(urls[index]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const own = await fetch(`${urls[index]}${path}`)
    const main = await fetch(`${simulator.url}/${prefix}${path}`)
    expect([own.status, await own.text()]).toEqual([200, await main.text()])
  }
})

test('a prefix, a Host of another base and the control API mean nothing there', async () => {
  const origin = simulator.baseUrls.arbitrum.fallback
  for (const path of ['/', '/arbitrum/ping', '/__sim/v1/health'])
    expect((await fetch(`${origin}${path}`)).status, path).toBe(404)
  const host = { host: `avalanche.localhost:${portOf(origin)}` }
  const [reply] = await once(get(`${origin}/ping`, { headers: host }), 'response')
  expect([reply.statusCode, `${await reply.toArray()}`]).toEqual([200, '{"ok":true}'])
  expect(simulator.session.journal.entries().at(-1)).toMatchObject({ network: 'arbitrum', base: 'fallback' })
})

test('stop frees all ports', async () => {
  const other = await startTestSimulator({ splitPorts: 'true' })
  const urls = [other.url, ...Object.values(other.baseUrls).flatMap((bases) => Object.values(bases))]
  await other.stop()
  for (const url of urls)
    await expect(fetch(`${url}/ping`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

describe('chosen ports', () => {
  /** Starts at the first port that `start` finds free with the fifteen that follow it, below those that the system hands out. */
  async function atFreePorts<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
    for (let port = 20_000 + (process.pid % 600) * 18; port < 32_000; port += 18)
      try {
        return await start(port)
      } catch (error) {
        // Another program has one of them.
        if ((error as { exitCode?: number }).exitCode !== 4) throw error
      }
    return expect.unreachable()
  }
  const startAt = (port: number) => startTestSimulator({ splitPorts: 'true', port: String(port) })

  test('they are the fifteen behind --port, those of the first generation before the second', async () => {
    const chosen = await atFreePorts(startAt)
    const ordered = GENERATIONS.flatMap((generation) =>
      NETWORKS.flatMap((network) => BUILT_IN.of(network, generation)),
    )
    const ports = ordered.map(({ network, base }) => portOf(chosen.baseUrls[network][base]))
    await chosen.stop()
    expect(ports).toEqual(ordered.map((_, index) => portOf(chosen.url) + 1 + index))
  })
})
