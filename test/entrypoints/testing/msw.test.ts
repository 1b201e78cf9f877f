import { runInNewContext } from 'node:vm'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../../../src/entrypoints/index.js'
import { liveHostHandlers } from '../../../src/entrypoints/testing/msw.js'

let sim: Simulator
const server = setupServer()
beforeAll(async () => {
  sim = await startSimulator()
  server.use(...liveHostHandlers(sim))
  server.listen({ onUnhandledRequest: 'error' })
})
afterAll(async () => {
  server.close()
  await sim.stop()
})
beforeEach(() => sim.reset())

test('live hosts are answered by their base address', async () => {
  for (const [host, base] of [
    ['avalanche-api.gmxinfra.io', 'primary'],
    ['avalanche-api-fallback.gmxinfra.io', 'fallback'],
    ['avalanche-api-fallback.gmxinfra2.io', 'fallback-2'],
  ] as const) {
    const reply = await fetch(`https://${host}/prices/tickers`)
    expect(await reply.json()).toEqual(await sim.ask('avalanche', 'tickers'))
    expect(sim.journal.count({ network: 'avalanche', base, endpoint: 'tickers' })).toBe(1)
  }
})

test('errors come with their headers', async () => {
  await sim.loadScenario({ rules: [{ fault: { status: 429, retryAfter: '7s' } }] })
  const reply = await fetch('https://arbitrum-api.gmxinfra.io/ping')
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '7'])
})

test('a broken connection is a network error, a broken body breaks off', async () => {
  await sim.loadScenario({ rules: [{ fault: { reset: 'before' } }] })
  await expect(fetch('https://arbitrum-api.gmxinfra.io/ping')).rejects.toThrow(TypeError)
  await sim.loadScenario({ rules: [{ fault: { truncate: 0.5 } }] })
  const reply = await fetch('https://arbitrum-api.gmxinfra.io/prices/tickers')
  await expect(reply.text()).rejects.toThrow('terminated')
})

test('a broken connection of another realm, as in Jest, is a network error, too', async () => {
  const failure = runInNewContext("new TypeError('fetch failed')")
  const foreign = { liveHosts: sim.liveHosts, fetch: () => Promise.reject(failure) } as unknown as Simulator
  server.resetHandlers(...liveHostHandlers(foreign))
  await expect(fetch('https://arbitrum-api.gmxinfra.io/ping')).rejects.toThrow(TypeError)
  server.resetHandlers(...liveHostHandlers(sim))
})

test('a hang ends with the signal', async () => {
  await sim.loadScenario({ rules: [{ fault: { hang: true } }] })
  const signal = AbortSignal.timeout(30)
  await expect(fetch('https://arbitrum-api.gmxinfra.io/ping', { signal })).rejects.toThrow()
})
