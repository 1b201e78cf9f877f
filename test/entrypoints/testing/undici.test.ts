/** Code with the live hosts built in, answered in process: by each version of undici that is about, and Node's own fetch. */

import { runInNewContext } from 'node:vm'
import { Agent, getGlobalDispatcher, request, setGlobalDispatcher, fetch as undiciFetch } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FaultInput, type Simulator, startSimulator } from '../../../src/entrypoints/index.js'
import { liveHostInterceptor } from '../../../src/entrypoints/testing/undici.js'

let sim: Simulator
const usual = getGlobalDispatcher()
beforeAll(async () => {
  sim = await startSimulator()
  setGlobalDispatcher(new Agent().compose(liveHostInterceptor(sim)))
})
afterAll(async () => {
  setGlobalDispatcher(usual)
  await sim.stop()
})
beforeEach(() => sim.reset())

const TICKERS = 'https://arbitrum-api.gmxinfra.io/prices/tickers'

describe.each([
  ["Node's fetch", globalThis.fetch],
  ["undici's fetch", undiciFetch as unknown as typeof globalThis.fetch],
])('%s', (_name, ask) => {
  test('is answered as its host says', async () => {
    for (const [host, base] of [
      ['arbitrum-api.gmxinfra.io', 'primary'],
      ['arbitrum-api-fallback.gmxinfra2.io', 'fallback-2'],
    ] as const) {
      const reply = await ask(`https://${host}/prices/candles?tokenSymbol=ETH&period=1m&limit=2`, {
        headers: { 'x-a': 'b' },
      })
      expect(await reply.json()).toEqual(
        await sim.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '1m', limit: 2 }),
      )
      expect(reply.headers.get('x-gmx-sim-at')).toBe('2026-01-01T00:00:00.000Z')
      expect(sim.journal.count({ network: 'arbitrum', base })).toBe(1)
    }
  })

  test.each<[FaultInput, object]>([
    [{ reset: 'before' }, { message: 'fetch failed', code: 'ECONNRESET' }],
    [{ truncate: 0.5 }, { status: 200, message: 'terminated', code: 'UND_ERR_SOCKET' }],
    [{ status: 503, retryAfter: '3s' }, { status: 503 }],
  ])('sees %j as over a connection', async (fault, expected) => {
    await sim.loadScenario({ rules: [{ fault }] })
    const seen: Record<string, unknown> = {}
    try {
      const reply = await ask(TICKERS)
      seen.status = reply.status
      await reply.text()
    } catch (error) {
      const { message, cause } = error as Error & { cause: { code: string } }
      Object.assign(seen, { message, code: cause?.code })
    }
    expect(seen).toEqual(expected)
  })

  test('ends a hang with its signal', async () => {
    await sim.loadScenario({ rules: [{ fault: { hang: true } }] })
    await expect(ask(TICKERS, { signal: AbortSignal.timeout(30) })).rejects.toThrow('timeout')
  })

  test('reads the rest of a body only as it is wanted, and may leave it', async () => {
    await sim.loadScenario({ rules: [{ fault: { drip: { bytesPerSecond: 200 } } }] })
    const controller = new AbortController()
    const reply = await ask(TICKERS, { signal: controller.signal })
    const reader = reply.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    controller.abort()
    await expect(reader?.read()).rejects.toThrow('aborted')
  })
})

test('the query of undici reaches the endpoint, as over a connection', async () => {
  const query = { tokenSymbol: 'ETH', period: '1m', limit: 2 }
  const { statusCode, body } = await request('https://arbitrum-api.gmxinfra.io/prices/candles', { query })
  expect([statusCode, await body.json()]).toEqual([
    200,
    await sim.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '1m', limit: 2 }),
  ])
})

test('a failure of another realm, as in Jest, keeps its code', async () => {
  const failure = runInNewContext("new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })")
  const foreign = { liveHosts: sim.liveHosts, fetch: () => Promise.reject(failure) } as unknown as Simulator
  const dispatcher = new Agent().compose(liveHostInterceptor(foreign))
  await expect(request(TICKERS, { dispatcher })).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('using a stopped simulator is reported as such', async () => {
  const other = await startSimulator()
  const agent = new Agent().compose(liveHostInterceptor(other))
  await other.stop()
  await expect(request(TICKERS, { dispatcher: agent })).rejects.toThrow('the simulator is stopped')
})

test('request of undici itself', async () => {
  const { statusCode, body } = await request('https://botanix-api.gmxinfra.io/ping', {
    headers: ['x-a', 'b'],
  })
  expect([statusCode, await body.json()]).toEqual([200, { ok: true }])
})
