/** The cache of answers changes no byte: the same questions with it and without it. */
import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'
import { startPlain } from '../../support/plain.js'
import { load, oneRule } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator({ at: '2026-03-01T12:00:07.450Z' })
const plain = await startPlain(simulator)
for (const { sessions } of [simulator, plain]) sessions.create('inner', { seed: '7' })
afterAll(async () => {
  await plain.close()
  await simulator.stop()
})

/** One endpoint at every base address, of the server and of a session; the contract asks all endpoints. */
const PATHS = [
  ...BUILT_IN.addresses.map(
    ({ prefix, generation }) => `/${prefix}${generation === 1 ? '/prices/tickers' : '/v1/markets/values'}`,
  ),
  '/s/inner/botanix-fallback/prices/tickers',
]

interface Seen {
  readonly status: number
  readonly head: [string, string][]
  readonly body: string
}

async function see(origin: string, path: string, init: RequestInit = {}): Promise<Seen> {
  const reply = await fetch(`${origin}${path}`, init)
  const head = [...reply.headers].filter(([name]) => name !== 'date')
  return { status: reply.status, head, body: await reply.text() }
}

/** The head exactly as it was sent, but for its date. */
async function rawHead(origin: string, path: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    request(`${origin}${path}`, (reply) => {
      reply.resume()
      const pairs = reply.rawHeaders.map((text, i) =>
        i % 2 === 1 && reply.rawHeaders[i - 1] === 'Date' ? '…' : text,
      )
      resolve(pairs)
    })
      .on('error', reject)
      .end()
  })
}

test('first, again and without the cache', async () => {
  for (const path of PATHS) {
    const first = await see(simulator.url, path)
    expect(first.status, path).toBe(200)
    expect(await see(simulator.url, path), path).toEqual(first)
    expect(await see(plain.url, path), path).toEqual(first)
  }
})

test('the head is the same to the letter', async () => {
  const path = '/arbitrum/prices/tickers'
  await see(simulator.url, path)
  expect(await rawHead(simulator.url, path)).toEqual(await rawHead(plain.url, path))
})

describe('anything that affects the reply recomputes it', () => {
  const path = '/arbitrum/prices/tickers'
  const bodyOf = async () => (await see(simulator.url, path)).body

  test('the clock, forwards and backwards', async () => {
    const before = await bodyOf()
    simulator.session.clock.advance(1000)
    const after = await bodyOf()
    expect(after).not.toBe(before)
    simulator.session.clock.advance(-1000)
    expect(await bodyOf()).toBe(before)
  })

  test('a scenario, its end, and a restore', async () => {
    const before = await bodyOf()
    const snapshot = simulator.session.snapshot()
    load(simulator.session, { seed: 'another' })
    const other = await bodyOf()
    expect(other).not.toBe(before)
    simulator.session.restore(snapshot)
    expect(await bodyOf()).toBe(before)
    load(simulator.session, { dialect: 'observed' })
    expect(await bodyOf()).not.toBe(before)
    simulator.session.loadScenario(undefined)
    expect(await bodyOf()).toBe(before)
  })

  test('another window within the second', async () => {
    const at = async () => (await fetch(`${simulator.url}${path}`)).headers.get('x-gmx-sim-at')
    expect(await at()).toBe('2026-03-01T12:00:07.300Z')
    simulator.session.clock.advance(200)
    expect(await at()).toBe('2026-03-01T12:00:07.600Z')
    simulator.session.clock.advance(-200)
  })

  test('an ended session', async () => {
    simulator.sessions.create('ending', {})
    const url = '/s/ending/arbitrum/prices/tickers'
    expect((await see(simulator.url, url)).status).toBe(200)
    expect((await see(simulator.url, url)).status).toBe(200)
    simulator.sessions.end('ending')
    expect((await see(simulator.url, url)).status).toBe(404)
  })
})

describe('rules and journal see every request, whatever is kept', () => {
  const path = '/arbitrum/prices/tickers'
  const statuses = async (count: number) => {
    const seen: number[] = []
    for (let i = 0; i < count; i++) seen.push((await see(simulator.url, path)).status)
    return seen
  }

  test('calls are counted once each', async () => {
    load(simulator.session, oneRule({ status: 429 }, { match: { endpoint: 'tickers' }, when: { every: 3 } }))
    simulator.session.journal.clear()
    expect(await statuses(7)).toEqual([200, 200, 429, 200, 200, 429, 200])
    expect(simulator.session.scenario?.states()[0]).toMatchObject({ matched: 7, fired: 2 })
    expect(simulator.session.journal.count({ status: 429, rule: 'r' })).toBe(2)
    expect(simulator.session.journal.count({ endpoint: 'tickers', status: 200 })).toBe(5)
    expect(simulator.session.journal.entries().map(({ n, url }) => `${n} ${url}`)).toHaveLength(7)
  })

  test('a rule that looks at headers sees them', async () => {
    load(simulator.session, oneRule({ status: 403 }, { match: { header: { 'x-team': 'a' } } }))
    await statuses(2)
    expect((await see(simulator.url, path, { headers: { 'X-Team': 'a' } })).status).toBe(403)
    expect(await statuses(1)).toEqual([200])
  })

  test('a bucket empties at the same request', async () => {
    load(simulator.session, oneRule({ rateLimit: { requests: 3, per: '1h' } }))
    expect(await statuses(5)).toEqual([200, 200, 200, 429, 429])
    simulator.session.loadScenario(undefined)
  })
})
