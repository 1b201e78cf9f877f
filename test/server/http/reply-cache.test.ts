/** Finished replies that are sent again: found by the query alone, recomputed when anything changes, and hidden from no rule. */
import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startPlain } from '../../support/plain.js'
import { samples } from '../../support/runs.js'
import { load, oneRule } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator({ at: '2026-03-01T12:00:07.450Z' })
const { session, url } = simulator
const plain = await startPlain(simulator)
afterEach(() => void session.reset())
afterAll(async () => {
  await plain.close()
  await simulator.stop()
})

const TICKERS = '/arbitrum/prices/tickers'

const see = async (path: string, init: RequestInit = {}, origin = url) => {
  const reply = await fetch(`${origin}${path}`, init)
  return { status: reply.status, body: await reply.text() }
}
const bodyOf = async () => (await see(TICKERS)).body

async function statusesOf(paths: readonly string[]): Promise<number[]> {
  const statuses = []
  for (const path of paths) statuses.push((await see(path)).status)
  return statuses
}

describe('a reply is found by its query', () => {
  const NAMES = [
    'tokenSymbol',
    'period',
    'limit',
    '_',
    'tokensymbol',
    'limit[]',
    '%6cimit',
    'lim%69t',
    '%zz',
    '',
  ]
  const VALUES = ['ETH', 'BTC', '1m', '5m', '2', '3', '', '%32', '%45TH', 'x+y']
  const pair = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)).map((both) => both.join('='))

  test('any query has the same reply at first, again and without caches', async () => {
    const query = fc.tuple(fc.array(pair, { maxLength: 3 }), fc.array(pair, { maxLength: 2 }))
    await fc.assert(
      fc.asyncProperty(query, async ([before, after]) => {
        const path = `/arbitrum/prices/candles?${[...before, 'tokenSymbol=ETH&period=1m', ...after].join('&')}`
        const expected = await see(path, {}, plain.url)
        expect(await see(path)).toEqual(expected)
        expect(await see(path)).toEqual(expected)
      }),
      { numRuns: samples(300) },
    )
  })

  test('a Host that names a base address makes it another query', async () => {
    const statusOf = (path: string, host?: string) =>
      new Promise((resolve, reject) => {
        const headers = host === undefined ? {} : { host }
        request(`${url}${path}`, { headers }, (reply) => resolve(reply.resume().statusCode))
          .on('error', reject)
          .end()
      })
    for (const host of ['avalanche.localhost', 'Avalanche.LOCALHOST:80']) {
      expect(await statusOf(TICKERS)).toBe(200)
      expect(await statusOf(TICKERS, host)).toBe(404)
      expect(await statusOf('/prices/tickers', host)).toBe(200)
      expect(await statusOf('/prices/tickers')).toBe(404)
    }
  })
})

describe('anything that affects the reply recomputes it', () => {
  test('the clock, forwards and backwards', async () => {
    const before = await bodyOf()
    session.clock.advance(1000)
    expect(await bodyOf()).not.toBe(before)
    session.clock.advance(-1000)
    expect(await bodyOf()).toBe(before)
  })

  test('a scenario, its end, and a restore', async () => {
    const before = await bodyOf()
    const snapshot = session.snapshot()
    load(session, { seed: 'another' })
    expect(await bodyOf()).not.toBe(before)
    session.restore(snapshot)
    expect(await bodyOf()).toBe(before)
    load(session, { dialect: 'observed' })
    expect(await bodyOf()).not.toBe(before)
    session.loadScenario(undefined)
    expect(await bodyOf()).toBe(before)
  })

  test('another window within the second', async () => {
    const at = async () => (await fetch(`${url}${TICKERS}`)).headers.get('x-gmx-sim-at')
    expect(await at()).toBe('2026-03-01T12:00:07.300Z')
    session.clock.advance(200)
    expect(await at()).toBe('2026-03-01T12:00:07.600Z')
  })

  test('an ended session', async () => {
    simulator.sessions.create('ending', {})
    const path = `/s/ending${TICKERS}`
    expect(await statusesOf([path, path])).toEqual([200, 200])
    simulator.sessions.end('ending')
    expect((await see(path)).status).toBe(404)
  })

  test('a scenario that is loaded while the reply is computed', async () => {
    const world = session.worldIn('documented', 'arbitrum', 'primary')
    const { signedPrices } = world
    const changing = async (atSeconds: number) => {
      Object.assign(world, { signedPrices })
      load(session, { seed: 'another' })
      return signedPrices(atSeconds)
    }
    Object.assign(world, { signedPrices: changing })
    const ask = async () => (await see('/arbitrum/signed_prices/latest')).body
    const before = await ask()
    expect(await ask()).not.toBe(before)
    session.loadScenario(undefined)
    expect(await ask()).toBe(before)
  })
})

describe('rules and the journal see every request', () => {
  test('calls are counted once each', async () => {
    load(session, oneRule({ status: 429 }, { match: { endpoint: 'tickers' }, when: { every: 3 } }))
    expect(await statusesOf(Array(7).fill(TICKERS))).toEqual([200, 200, 429, 200, 200, 429, 200])
    expect(session.scenario?.states()[0]).toMatchObject({ matched: 7, fired: 2 })
    expect(session.journal.count({ status: 429, rule: 'r' })).toBe(2)
    expect(session.journal.count({ endpoint: 'tickers', status: 200 })).toBe(5)
  })

  test('a rule about a header or an unknown parameter sees it', async () => {
    const rules = [
      { match: { header: { 'x-team': 'a' } }, fault: { status: 403 } },
      { match: { query: { _: '3' } }, fault: { status: 503 } },
    ]
    load(session, { rules })
    expect(await statusesOf([TICKERS, `${TICKERS}?_=2`, `${TICKERS}?_=3`, TICKERS])).toEqual([
      200, 200, 503, 200,
    ])
    expect((await see(TICKERS, { headers: { 'X-Team': 'a' } })).status).toBe(403)
  })
})
