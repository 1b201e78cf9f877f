/** Base addresses on ports of their own. */
import { createServer, get, type Server } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { GENERATIONS } from '../../../src/market/catalogue/bases.js'
import { BUILT_IN, NETWORKS } from '../../../src/market/catalogue/networks.js'
import { load } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator({ splitPorts: 'true' })
afterAll(() => simulator.stop())

const portOf = (url: string) => Number(new URL(url).port)

test('each base address has its own origin', () => {
  const urls = BUILT_IN.addresses.map(({ network, base }) => simulator.baseUrls[network][base])
  for (const url of urls) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(new Set([simulator.url, ...urls].map(portOf)).size).toBe(BUILT_IN.addresses.length + 1)
})

test('each says the same by its own port as by prefix on the main one', async () => {
  for (const { network, base, prefix, generation } of BUILT_IN.addresses) {
    const path = generation === 1 ? '/signed_prices/latest' : '/v1/markets/tickers'
    const [own, main] = await Promise.all(
      [`${simulator.baseUrls[network][base]}${path}`, `${simulator.url}/${prefix}${path}`].map(
        async (url) => {
          const reply = await fetch(url)
          return [reply.status, await reply.text()]
        },
      ),
    )
    expect(own).toEqual(main)
    expect(own[0]).toBe(200)
  }
})

test('rules and the journal know which base it was', async () => {
  load(simulator.session, { rules: [{ match: { base: 'fallback-2' }, fault: { status: 503 } }] })
  const { primary, 'fallback-2': last } = simulator.baseUrls.avalanche
  expect((await fetch(`${primary}/ping`)).status).toBe(200)
  expect((await fetch(`${last}/ping`)).status).toBe(503)
  expect(simulator.session.journal.entries().at(-1)).toMatchObject({
    network: 'avalanche',
    base: 'fallback-2',
    url: '/ping',
  })
  simulator.session.loadScenario(undefined)
})

test('a prefix, a Host of another base and the control API mean nothing there', async () => {
  const origin = simulator.baseUrls.arbitrum.fallback
  for (const path of ['/', '/arbitrum/ping', '/__sim/v1/health'])
    expect((await fetch(`${origin}${path}`)).status, path).toBe(404)
  const host = { host: `avalanche.localhost:${portOf(origin)}` }
  const reply = await new Promise<string>((resolve, reject) => {
    const request = get(`${origin}/ping`, { headers: host }, async (incoming) => {
      resolve(`${incoming.statusCode} ${Buffer.concat(await incoming.toArray())}`)
    })
    request.on('error', reject)
  })
  expect(reply).toBe('200 {"ok":true}')
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
  const listenOn = (port: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer().on('error', reject)
      server.listen(port, '127.0.0.1', () => resolve(server))
    })

  const shut = (servers: readonly Server[]) =>
    Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  /** The first of sixteen free ports in a row, below those that the system gives to whoever asks for any. */
  async function freePorts(): Promise<number> {
    for (let port = 20_000 + (process.pid % 600) * 18; port < 32_000; port += 18) {
      const tried = await Promise.allSettled(
        Array.from({ length: 16 }, (_, offset) => listenOn(port + offset)),
      )
      await shut(tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
      if (tried.every(({ status }) => status === 'fulfilled')) return port
    }
    throw new Error('no sixteen free ports in a row')
  }

  test('they are the fifteen behind --port, those of the first generation before the second', async () => {
    const port = await freePorts()
    const chosen = await startTestSimulator({ splitPorts: 'true', port: String(port) })
    const ordered = GENERATIONS.flatMap((generation) =>
      NETWORKS.flatMap((network) => BUILT_IN.of(network, generation)),
    )
    const ports = ordered.map(({ network, base }) => portOf(chosen.baseUrls[network][base]))
    await chosen.stop()
    expect(portOf(chosen.url)).toBe(port)
    expect(ports).toEqual(ordered.map((_, index) => port + 1 + index))
  })

  test('a port in use exits with code 4 and frees the others', async () => {
    const port = await freePorts()
    const taken = await listenOn(port + 5)
    const start = startTestSimulator({ splitPorts: 'true', port: String(port) })
    await expect(start).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining(`127.0.0.1:${port + 5}: EADDRINUSE`),
    })
    const again = await Promise.all([0, 1, 4, 6, 9].map((offset) => listenOn(port + offset)))
    await shut([taken, ...again])
  })

  test('there must be fifteen behind it', async () => {
    const start = startTestSimulator({ splitPorts: 'true', port: '65530' })
    await expect(start).rejects.toMatchObject({ exitCode: 4, message: expect.stringContaining('--port') })
  })
})

test('one port without the option', async () => {
  const plain = await startTestSimulator()
  expect(plain.baseUrls.arbitrum.fallback).toBe(`${plain.url}/arbitrum-fallback`)
  await plain.stop()
})
