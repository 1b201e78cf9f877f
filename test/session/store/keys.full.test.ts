/** What is in the store: below the prefix, with a time to live, and no larger than somebody may ask for. */
import { afterEach, describe, expect, test } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { controlOf } from '../../support/control.js'
import { hasStore, startStore, type TestStore } from '../../support/redis.js'
import { startReplica } from '../../support/replicas.js'
import { COUNTING } from './support.js'

const DAY_SECONDS = 24 * 3600

let store: TestStore
let simulators: RunningSimulator[] = []
afterEach(async () => {
  await Promise.all(simulators.map((simulator) => simulator.stop()))
  simulators = []
  await store.stop()
})

async function start(db = 0): Promise<void> {
  store = await startStore()
  const url = store.url.replace(/0$/, String(db))
  for (let n = 0; n < 3; n++) simulators.push(await startReplica({ store: url, storePrefix: 'mine' }))
}

let turn = 0
const control = () => controlOf(simulators[turn++ % 3].url)
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${simulators[turn++ % 3].url}${path}`, { headers })

describe.runIf(hasStore())('the store', () => {
  test('after a busy run every key is below the prefix and has a time to live', async () => {
    await start(3)
    const bucket = { id: 'bucket', fault: { rateLimit: { requests: 2, per: '1s' } } }
    const scenario = { rules: [...COUNTING.rules, { when: { chance: 0.5 }, fault: { status: 502 } }, bucket] }
    await control().put('/scenario', scenario)
    for (const id of ['kept', 'ended', 'short'])
      expect((await control().post('/sessions', { id, scenario, ttl: '1h' })).status).toBe(201)
    for (let n = 0; n < 60; n++) {
      await ask('/arbitrum/ping')
      await ask('/s/kept/arbitrum/tokens')
      await ask('/s/ended/avalanche/prices/tickers')
    }
    for (const at of ['', '/s/kept']) {
      const of = () => controlOf(`${simulators[turn++ % 3].url}${at}`)
      expect((await of().post('/snapshots')).status).toBe(201)
      expect((await of().post('/prices', { asset: 'ETH', price: '1500' })).status).toBe(200)
      expect((await of().post('/clock/advance', { by: '5m' })).status).toBe(200)
      expect((await of().post('/snapshots/snapshot-1/restore')).status).toBe(200)
      await ask(`${at}/arbitrum/ping`)
      expect((await of().get('/journal')).body.entries.length).toBeGreaterThan(60)
    }
    await control().delete('/sessions/ended')
    await control().post('/reset')
    await ask('/arbitrum/ping')
    await control().delete('/journal')
    await ask('/arbitrum/ping')
    expect((await control().get('/replicas')).body.replicas).toHaveLength(3)
    // Nothing is in any other database.
    const held = String(await store.client.info('keyspace')).match(/^db\d+/gm)
    expect(held).toEqual(['db3'])
    await store.client.select(3)
    const keys = await store.client.keys('*')
    const names = new Set(keys.map((key) => key.replace(/[\da-z]{6,}(-[\da-z]+)*/g, '*')))
    expect(keys.filter((key) => !/^\{mine(\/(root|kept|ended|short))?\}:/.test(key))).toEqual([])
    // Of each kind that there is.
    for (const name of [
      'start',
      'replicas',
      'log',
      'sessions',
      'connections',
      'session:kept',
      'session:root',
    ])
      expect(keys).toContain(`{mine}:${name}`)
    for (const name of ['snapshots', 'snapshot-1:rules', 'snapshot-1:lines', 'snapshot-1:counts'])
      expect(keys).toContain(`{mine/kept}:${name}`)
    for (const kind of ['rules', 'answers', 'lines', 'counts'])
      expect(keys.filter((key) => key.startsWith(`{mine/kept}:${kind}:`)).length, kind).toBeGreaterThan(0)
    for (const kind of ['told', 'inbox'])
      expect(keys.filter((key) => key.startsWith(`{mine}:${kind}:`)).length, kind).toBeGreaterThan(0)
    const lives = await Promise.all(keys.map(async (key) => [key, await store.client.ttl(key)] as const))
    expect(lives.filter(([, seconds]) => !(seconds > 0 && seconds <= DAY_SECONDS))).toEqual([])
    if (process.env['GMX_SIM_TEST_REPORT'])
      console.info(`${keys.length} keys of ${names.size} names, each with a time to live`)
  })

  test('large values are truncated or rejected before the store', async () => {
    await start()
    await control().put('/scenario', {
      rules: [{ match: { header: { 'x-mine': 'short' } }, fault: { status: 503 } }],
    })
    const long = 'x'.repeat(4000)
    const reply = await ask(`/arbitrum/ping?${long}`, {
      'user-agent': long,
      'x-request-id': long,
      'x-mine': long,
    })
    expect(reply.status).toBe(200)
    expect((await control().get('/journal')).body.entries).toMatchObject([{ n: 1 }])
    const sizes = await sizesOf()
    const refusals = [
      await control().put('/scenario', `rules: []\n# ${'x'.repeat(1 << 20)}`),
      await control().post('/sessions', { id: 'x'.repeat(300) }),
      await control().post('/sessions', { id: 'large', seed: 'x'.repeat(1 << 20) }),
      await control().post('/prices', { asset: 'x'.repeat(1 << 20), price: '1' }),
    ]
    for (const { status } of refusals) expect([400, 413]).toContain(status)
    const [line] = Object.entries(await sizesOf()).filter(([key]) => key.includes(':lines:'))
    // A URL, a header that a rule asks for, and two that tell who asks.
    expect(line[1]).toBeLessThan(2 * 2048 + 2 * 200 + 1000)
    expect(line[1]).toBeGreaterThan(2 * 2048)
    const after = await sizesOf()
    for (const [key, bytes] of Object.entries(after))
      if (sizes[key] !== undefined) expect(bytes, key).toBeLessThan(sizes[key] + 10_000)
    expect(Object.keys(after).filter((key) => key.includes('x'.repeat(50)))).toEqual([])
  })
})

/** How long all is that stands in each key, as text. */
async function sizesOf(): Promise<Record<string, number>> {
  const { client } = store
  const keys = await client.keys('*')
  const read: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => client.get(key),
    hash: (key) => client.hgetall(key),
    zset: (key) => client.zrange(key, '0', '-1'),
    stream: (key) => client.xrange(key, '-', '+'),
  }
  const sizes = await Promise.all(
    keys.map(async (key) => {
      const kind = await client.type(key)
      return [key, JSON.stringify(await read[kind](key)).length] as const
    }),
  )
  return Object.fromEntries(sizes)
}
