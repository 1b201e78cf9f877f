/** What is in the store: below the prefix, with a time to live, and no larger than somebody may ask for. */
import { describe, expect, test } from 'vitest'
import { hasStore } from '../../support/redis.js'
import { COUNTING, threeReplicas } from './support.js'

const DAY_SECONDS = 24 * 3600

const three = threeReplicas()
let turn = 0
const control = (below = '') => three.control(turn++, below)
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${three.urls[turn++ % 3]}${path}`, { headers })

describe.runIf(hasStore())('the store', () => {
  test('after a busy run every key is below the prefix and has a time to live', async () => {
    await three.start({ storePrefix: 'mine' }, 3)
    const bucket = { fault: { rateLimit: { requests: 2, per: '1s' } } }
    const scenario = { rules: [...COUNTING.rules, bucket] }
    await control().put('/scenario', scenario)
    for (const id of ['kept', 'ended', 'short'])
      expect((await control().post('/sessions', { id, scenario, ttl: '1h' })).status).toBe(201)
    for (let n = 0; n < 60; n++) {
      await ask('/arbitrum/ping')
      await ask('/s/kept/arbitrum/tokens')
      await ask('/s/ended/avalanche/prices/tickers')
    }
    for (const at of ['', '/s/kept']) {
      const of = () => control(at)
      expect((await of().post('/snapshots')).status).toBe(201)
      expect((await of().post('/prices', { asset: 'ETH', price: '1500' })).status).toBe(200)
      expect((await of().post('/clock/advance', { by: '5m' })).status).toBe(200)
      expect((await of().post('/snapshots/snapshot-1/restore')).status).toBe(200)
      await ask(`${at}/arbitrum/ping`)
      expect((await of().get('/journal')).body.entries).toHaveLength(61)
    }
    await control().delete('/sessions/ended')
    await control().post('/reset')
    await ask('/arbitrum/ping')
    await control().delete('/journal')
    await ask('/arbitrum/ping')
    expect((await control().get('/replicas')).body.replicas).toHaveLength(3)
    // Nothing is in any other database.
    const { client } = three.store
    expect(String(await client.info('keyspace')).match(/^db\d+/gm)).toEqual(['db3'])
    await client.select(3)
    const keys = await client.keys('*')
    expect(keys.filter((key) => !/^\{mine(\/(kept|ended|short))?\}:/.test(key))).toEqual([])
    // Of each kind that there is.
    for (const name of ['start', 'replicas', 'sessions', 'connections', 'document'])
      expect(keys).toContain(`{mine}:${name}`)
    for (const name of ['document', 'snapshots', 'rules:snapshot-1', 'lines:snapshot-1', 'counts:snapshot-1'])
      expect(keys).toContain(`{mine/kept}:${name}`)
    for (const kind of ['rules', 'answers', 'lines', 'counts'])
      expect(keys.filter((key) => key.startsWith(`{mine/kept}:${kind}:`)).length, kind).toBeGreaterThan(0)
    for (const key of keys) {
      const seconds = await client.ttl(key)
      expect([key, seconds > 0 && seconds <= DAY_SECONDS]).toEqual([key, true])
    }
  })

  test('an entry is truncated before the store', async () => {
    await three.start()
    const rules = [{ match: { header: { 'x-mine': 'short' } }, fault: { status: 503 } }]
    await control().put('/scenario', { rules })
    const long = 'x'.repeat(4000)
    const headers = { 'user-agent': long, 'x-request-id': long, 'x-mine': long }
    expect((await ask(`/arbitrum/ping?${long}`, headers)).status).toBe(200)
    expect((await control().get('/journal')).body.entries).toMatchObject([{ n: 1 }])
    const { client } = three.store
    await client.config('SET', 'rdbcompression', 'no')
    const bytes = (await client.dumpBuffer((await client.keys('*:lines:*'))[0]))?.length
    // A URL, a header that a rule asks for, and two that tell who asks.
    expect(bytes).toBeLessThan(2 * 2048 + 2 * 200 + 1000)
    expect(bytes).toBeGreaterThan(2 * 2048)
    expect(await client.keys(`*${'x'.repeat(50)}*`)).toEqual([])
  })
})
