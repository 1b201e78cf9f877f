import request from 'supertest'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp, startSimulator } from '../../../src/entrypoints/index.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'

const sim = await startSimulator({ seed: '42' })
afterAll(() => sim.stop())

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of a reply, it says itself.
const json = async (reply: Response): Promise<any> => reply.json()

describe('a simulator that is started from code', () => {
  test('listens on loopback with a frozen clock, and its addresses answer', async () => {
    expect(sim.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(sim.baseUrl('arbitrum')).toBe(`${sim.url}/arbitrum`)
    expect(sim.baseUrl('botanix', 'fallback-2')).toBe(`${sim.url}/botanix-fallback-2`)
    expect(sim.baseUrls.avalanche.fallback).toBe(`${sim.url}/avalanche-fallback`)
    expect(sim.clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'))
    const reply = await fetch(`${sim.baseUrl('arbitrum')}/ping`)
    expect([reply.status, await reply.json()]).toEqual([200, { ok: true }])
  })

  test('names its addresses for the environment', () => {
    expect(sim.env).toMatchObject({
      GMX_SIM_URL: sim.url,
      GMX_SIM_ARBITRUM_URL: `${sim.url}/arbitrum`,
      GMX_SIM_ARBITRUM_FALLBACK_URL: `${sim.url}/arbitrum-fallback`,
      GMX_SIM_BOTANIX_FALLBACK_2_URL: `${sim.url}/botanix-fallback-2`,
    })
    expect(Object.keys(sim.env)).toHaveLength(1 + BUILT_IN.addresses.length)
  })

  test('names its addresses as the program under test reads them, in sessions, too', async () => {
    await using named = await startSimulator({
      env: { PRICE_API: '{arbitrum}', BACKUP: '{arbitrum.fallback}' },
    })
    const { url } = named
    expect(named.env).toMatchObject({ PRICE_API: `${url}/arbitrum`, BACKUP: `${url}/arbitrum-fallback` })
    const inherited = await named.session({ id: 'inherited' })
    expect(inherited.env).toMatchObject({
      PRICE_API: `${url}/s/inherited/arbitrum`,
      GMX_SIM_URL: inherited.url,
    })
    const own = await named.session({ id: 'own', env: { API: '{botanix}' } })
    expect(own.env).toMatchObject({ API: `${url}/s/own/botanix` })
    expect(own.env).not.toHaveProperty('PRICE_API')
  })

  test('a misspelt placeholder is refused', async () => {
    const hint = 'unknown placeholder: {arbitrim}; did you mean {arbitrum}?'
    await expect(startSimulator({ env: { PRICE_API: '{arbitrim}' } })).rejects.toThrow(hint)
    await expect(sim.session({ id: 'misspelt', env: { PRICE_API: '{arbitrim}' } })).rejects.toThrow(hint)
    await (await sim.session({ id: 'misspelt' })).stop()
  })

  test('every option reaches it', async () => {
    await using other = await startSimulator({
      seed: '7',
      clock: { mode: 'real', at: new Date('2030-05-05T05:05:05Z'), rate: 1000 },
      dialect: 'observed',
      cache: 'off',
      extraTokens: 3,
      splitPorts: true,
      quietHeaders: true,
      host: '127.0.0.1',
      port: 0,
      priceFormat: 'compacted',
      scenario: { rules: [{ match: { endpoint: 'ping' }, fault: { status: 503 } }] },
    })
    expect(other.clock.now().getTime()).toBeGreaterThan(Date.parse('2030-05-05T05:05:05Z'))
    expect(new URL(other.baseUrl('botanix')).port).not.toBe(new URL(other.url).port)
    const tickers = await other.fetch(`${other.baseUrl('botanix')}/prices/tickers`)
    expect(tickers.headers.has('x-gmx-sim-at')).toBe(false)
    expect(Object.keys((await json(tickers))[0])).toContain('timestamp')
    expect((await json(await fetch(`${other.baseUrl('botanix')}/tokens`))).tokens.length).toBe(
      (await sim.ask('botanix', 'tokens')).tokens.length + 3,
    )
    expect((await other.fetch('/botanix/ping')).status).toBe(503)
    const control = await startSimulator({ noControl: true })
    expect((await fetch(`${control.url}/__sim/v1/health`)).status).toBe(404)
    await control.stop()
    await using guarded = await startSimulator({ controlToken: 'a-long-token' })
    expect((await fetch(`${guarded.url}/__sim/v1/health`)).status).toBe(401)
  })

  test('reads no environment variable', async () => {
    process.env['GMX_SIM_SEED'] = 'from outside'
    await using other = await startSimulator({ seed: '42' })
    await using third = await startSimulator()
    delete process.env['GMX_SIM_SEED']
    await using plain = await startSimulator()
    expect(await other.ask('arbitrum', 'tickers')).toEqual(await sim.ask('arbitrum', 'tickers'))
    expect(await third.ask('arbitrum', 'tickers')).toEqual(await plain.ask('arbitrum', 'tickers'))
  })

  test('given settings override the scenario', async () => {
    const scenario = { seed: '1', clock: { at: '2027-01-01T00:00:00Z' } }
    await using plain = await startSimulator({ scenario })
    await using given = await startSimulator({ scenario, seed: '42', clock: { at: '2026-01-01' } })
    expect(plain.clock.now().toISOString()).toBe('2027-01-01T00:00:00.000Z')
    expect(given.clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z')
    expect(await given.ask('arbitrum', 'tickers')).toEqual(await sim.ask('arbitrum', 'tickers'))
  })
})

describe('a stopped simulator', () => {
  test('stop is idempotent, frees held requests, and later use is an error', async () => {
    const ended = await startSimulator({ scenario: { rules: [{ fault: { hang: true } }] } })
    const session = await ended.session({ id: 'inner' })
    const held = [
      fetch(`${ended.url}/arbitrum/ping`),
      ended.fetch('/arbitrum/ping'),
      session.fetch('/arbitrum/ping'),
    ]
    const settled = Promise.allSettled(held)
    const waiting = ended.journal.waitFor({ endpoint: 'candles' }).catch((error: unknown) => String(error))
    await ended.journal.waitFor({}, { count: 2 })
    await Promise.all([ended.stop(), ended.stop(), ended[Symbol.asyncDispose]()])
    await ended.stop()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await waiting).toMatch(
      /1 request with endpoint candles did not come: 0 had when the session ended/,
    )
    for (const use of [
      () => ended.clock.now(),
      () => ended.journal.count(),
      () => ended.journal.waitFor(),
      () => ended.fetch('/arbitrum/ping'),
      () => ended.ask('arbitrum', 'ping'),
      () => ended.advance('1s'),
      () => ended.session(),
      () => ended.loadScenario({}),
      () => ended.snapshot(),
      () => ended.reset(),
    ])
      await expect((async () => use())()).rejects.toThrow(
        /^the simulator is stopped: .* was used afterwards; start/,
      )
    await expect(session.fetch('/arbitrum/ping')).rejects.toThrow('the simulator is stopped')
    await session.stop()
  })
})

describe('createApp', () => {
  test('is an Express app for supertest, at once', async () => {
    const app = createApp({ seed: '42', scenario: 'scenarios/rate-limited-primary.yaml' })
    const { body } = await request(app).get('/arbitrum-fallback/prices/tickers')
    expect(body).toEqual(await sim.ask('arbitrum', 'tickers'))
    await request(app).post('/__sim/v1/clock/advance').send({ by: '5m' }).expect(200)
    const { headers } = await request(app).get('/arbitrum/ping')
    expect(headers['x-gmx-sim-at']).toBe('2026-01-01T00:05:00.000Z')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  test('refuses options at once, and a scenario with the first request', async () => {
    expect(() => createApp({ port: 1 } as never)).toThrow(
      /createApp has no option of that name: port; write one of/,
    )
    const { status, body } = await request(createApp({ scenario: 'none.yaml' })).get('/arbitrum/ping')
    expect([status, body.errors[0]]).toEqual([500, expect.stringContaining('no such scenario file')])
  })
})
