/** What is in the store: below the prefix, with a time to live, and no larger than somebody may ask for. */
import { describe, expect, test } from 'vitest'
import { hasStore } from '../../support/redis.js'
import { COUNTING, threeReplicas } from './support.js'

const three = threeReplicas()
let turn = 0
const control = (below = '') => three.control(turn++, below)
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${three.urls[turn++ % 3]}${path}`, { headers })

describe.runIf(hasStore())('the store', () => {
  test('after a busy run, all keys have the prefix and a time to live, and a long entry is truncated', async () => {
    await three.start({ storePrefix: 'mine' }, 3)
    const bucket = { fault: { rateLimit: { requests: 2, per: '1s' } } }
    const mine = { match: { header: { 'x-mine': 'none' } }, fault: { status: 503 } }
    const scenario = { rules: [...COUNTING.rules, bucket, mine] }
    await control().put('/scenario', scenario)
    for (const id of ['kept', 'ended', 'short'])
      expect((await control().post('/sessions', { id, scenario, ttl: '1h' })).status).toBe(201)
    for (let n = 0; n < 60; n++) {
      await ask('/arbitrum/ping')
      await ask('/s/kept/arbitrum/tokens')
      await ask('/s/ended/avalanche/prices/tickers')
    }
    const long = 'x'.repeat(3000)
    await ask(`/s/short/arbitrum/ping?${long}`, { 'user-agent': long, 'x-request-id': long, 'x-mine': long })
    for (const at of ['', '/s/kept']) {
      expect((await control(at).post('/snapshots')).status).toBe(201)
      expect((await control(at).post('/prices', { asset: 'ETH', price: '1500' })).status).toBe(200)
      expect((await control(at).post('/clock/advance', { by: '5m' })).status).toBe(200)
      expect((await control(at).post('/snapshots/snapshot-1/restore')).status).toBe(200)
      await ask(`${at}/arbitrum/ping`)
      expect((await control(at).get('/journal')).body.entries).toHaveLength(61)
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
    const kinds = keys.map(
      (key) => /^\{mine(?:\/(?:kept|ended|short))?\}:([a-z]+)[\w:-]{0,60}$/.exec(key)?.[1],
    )
    const copied = ['rules', 'lines', 'counts']
    const others = [
      'start',
      'time',
      'replicas',
      'sessions',
      'connections',
      'document',
      'answers',
      'snapshots',
    ]
    expect(new Set(kinds)).toEqual(new Set([...copied, ...others]))
    for (const kind of copied) expect(keys).toContain(`{mine/kept}:${kind}:snapshot-1`)
    // What the session no longer uses is deleted: its snapshots, and the journal before.
    const inUse = kinds.filter((_, n) => keys[n].startsWith('{mine}:'))
    expect(inUse.filter((kind) => copied.slice(1).includes(kind!))).toHaveLength(2)
    expect(inUse).not.toContain('snapshots')
    for (const key of keys) {
      const seconds = await client.ttl(key)
      expect([key, seconds > 0 && seconds <= 24 * 3600]).toEqual([key, true])
    }
    await client.config('SET', 'rdbcompression', 'no')
    const entry = keys.find((key) => key.startsWith('{mine/short}:lines:')) as string
    const bytes = (await client.dumpBuffer(entry))?.length
    // A URL, a header that a rule needs, and two that identify the client.
    expect(bytes).toBeLessThan(2 * 2048 + 2 * 200 + 1000)
    expect(bytes).toBeGreaterThan(2 * 2048)
  })
})
