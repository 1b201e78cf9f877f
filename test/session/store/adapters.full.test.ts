/** One suite for each way to have shared state: in memory, and in a store that three replicas share. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '../../../src/kit/random/random.js'
import { isDrawn } from '../../../src/scenario/trigger.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { controlOf } from '../../support/control.js'
import { hasStore, startStore, type TestStore } from '../../support/redis.js'
import { startReplica } from '../../support/replicas.js'
import { startTestSimulator } from '../../support/simulator.js'
import { until } from '../../support/until.js'

const isStore = hasStore()
let store: TestStore
let runs = 0
beforeAll(async () => {
  if (isStore) store = await startStore()
})
afterAll(() => store?.stop())

const inMemory = async () => [await startTestSimulator()]
const inStore = async () => {
  const shared = { store: store.url, storePrefix: `run-${++runs}` }
  return [await startReplica(shared), await startReplica(shared), await startReplica(shared)]
}
const ADAPTERS = [['in memory', inMemory] as const, ...(isStore ? [['in a store', inStore] as const] : [])]

let simulators: RunningSimulator[] = []
let turn = 0

/** Whoever asks meets one replica after the other, if there are several. */
const next = () => simulators[turn++ % simulators.length].url
const ask = (path: string) => fetch(`${next()}${path}`)
const call = (method: 'get' | 'delete', path: string) => controlOf(next())[method](path)
const send = (method: 'put' | 'post', path: string, body?: unknown) => controlOf(next())[method](path, body)
/** The statuses of that number of requests, one after the other. */
async function statuses(count: number, path = '/arbitrum/ping'): Promise<number[]> {
  const seen: number[] = []
  for (let n = 0; n < count; n++) seen.push((await ask(path)).status)
  return seen
}
/** The reply that all replicas give to a call, but for where they are. */
async function everywhere(path: string) {
  const replies = await Promise.all(
    simulators.map(async ({ url }) =>
      JSON.stringify((await controlOf(url).get(path)).body).replaceAll(url, ''),
    ),
  )
  expect(new Set(replies).size, replies.join('\n')).toBe(1)
  return JSON.parse(replies[0])
}
const rule = (id: string, when: object) => ({ id, fault: { status: 503 }, when })
const load = (...rules: readonly object[]) => send('put', '/scenario', { rules })
async function texts(path: string): Promise<string> {
  const seen = new Set<string>()
  for (let n = 0; n < 3; n++) seen.add(await (await ask(path)).text())
  expect(seen.size).toBe(1)
  return [...seen][0]
}
const START = Date.parse('2026-03-01T12:00:07.450Z')
const startPlus = (ms: number) => new Date(START + ms).toISOString()

describe.each(ADAPTERS)('%s', (_name, adapter) => {
  beforeEach(async () => {
    simulators = await adapter()
    turn = 0
  })
  afterEach(async () => {
    await Promise.all(simulators.map((simulator) => simulator.stop()))
  })

  test('a moved clock is visible to the next request', async () => {
    for (let minutes = 1; minutes <= 6; minutes++) {
      await send('post', '/clock/advance', { by: '1m' })
      expect((await everywhere('/clock')).now).toBe(startPlus(minutes * 60_000))
      expect((await ask('/arbitrum/ping')).headers.get('x-gmx-sim-at')).toBe(startPlus(minutes * 60_000))
    }
  })

  test('a running clock is monotonic and equal at all replicas', async () => {
    await send('put', '/clock', { mode: 'running', rate: 60 })
    let before = 0
    for (let n = 0; n < 60; n++) {
      const at = Date.parse((await ask('/arbitrum/ping')).headers.get('x-gmx-sim-at') ?? '')
      expect(at).toBeGreaterThanOrEqual(before)
      before = at
    }
    await send('put', '/clock', { mode: 'frozen' })
    const { now } = await everywhere('/clock')
    for (let n = 0; n < 3; n++) expect((await ask('/arbitrum/ping')).headers.get('x-gmx-sim-at')).toBe(now)
  })

  test('rules count all requests in order, at any replica', async () => {
    await load(rule('some', { calls: '3..5' }), rule('every', { every: 4, times: 2 }))
    expect(await statuses(13)).toEqual([200, 200, 503, 503, 503, 200, 200, 503, 200, 200, 200, 503, 200])
    expect((await everywhere('/scenario')).rules).toEqual([
      { id: 'some', matched: 13, fired: 3 },
      { id: 'every', matched: 13, fired: 2 },
    ])
  })

  test('chance follows from the seed alone', async () => {
    const key = keyOf('gmx-sim', 'rule', 'chancy')
    for (const calls of [24, 6]) {
      await load(rule('chancy', { chance: 0.5 }))
      const drawn = Array.from({ length: calls }, (_, n) =>
        isDrawn({ chance: 0.5 }, key, n + 1) ? 503 : 200,
      )
      expect(await statuses(calls)).toEqual(drawn)
    }
  })

  test('all clients share the tokens of a bucket', async () => {
    await load({ id: 'bucket', fault: { rateLimit: { requests: 4, per: '1s' } } })
    expect(await statuses(6)).toEqual([200, 200, 200, 200, 429, 429])
    await send('post', '/clock/advance', { by: '500ms' })
    expect(await statuses(3)).toEqual([200, 200, 429])
  })

  test('a new scenario applies to the next request, with its own counts', async () => {
    for (let n = 0; n < 6; n++) {
      await load({ fault: { status: 500 + n } })
      expect(await statuses(3)).toEqual([500 + n, 500 + n, 500 + n])
      expect((await call('get', '/scenario')).body.rules[0].matched).toBe(3)
    }
    await call('delete', '/scenario')
    expect(await statuses(3)).toEqual([200, 200, 200])
  })

  test("another client's change frees held requests", async () => {
    await load({ fault: { hang: true } })
    const held = Array.from({ length: 9 }, () => ask('/arbitrum/ping').then(String, () => 'closed'))
    await send('post', '/journal/wait', { count: 9, timeout: '1m' })
    await call('delete', '/scenario')
    expect(await Promise.all(held)).toEqual(Array(9).fill('closed'))
    expect(await statuses(3)).toEqual([200, 200, 200])
  })

  test('a rejected call changes nothing at any replica', async () => {
    await load(rule('r', { calls: 2 }))
    expect((await send('put', '/scenario', 'rules: nonsense')).status).toBe(400)
    expect((await load({ fault: { refuse: true } })).status).toBe(400)
    expect(await statuses(3)).toEqual([200, 503, 200])
  })

  test('changes that come at once are made one after the other', async () => {
    const by = Array.from({ length: 12 }, (_, n) => `${n + 1}s`)
    const replies = await Promise.all(by.map((by) => send('post', '/clock/advance', { by })))
    expect(replies.map(({ status }) => status)).toEqual(by.map(() => 200))
    expect((await everywhere('/clock')).now).toBe(startPlus(78_000))
    expect(new Set(replies.map(({ body }) => body.now)).size).toBe(12)
  })

  test('the journal has every request in order of arrival, and counts them', async () => {
    await load(rule('second', { every: 2 }))
    const paths = Array.from(
      { length: 30 },
      (_, n) => `/arbitrum${n % 3 === 0 ? '' : '-fallback'}/ping?n=${n}`,
    )
    for (const path of paths) await ask(path)
    const { entries } = await everywhere('/journal')
    expect(entries.map(({ url, n }: { url: string; n: number }) => [url, n])).toEqual(
      paths.map((path, n) => [path.slice(path.indexOf('/ping')), n + 1]),
    )
    expect(entries.every(({ ms }: { ms: number | null }) => ms !== null)).toBe(true)
    expect((await everywhere('/journal/count?base=primary')).count).toBe(10)
    expect((await everywhere('/journal/count?status=503')).count).toBe(15)
    expect((await everywhere('/journal?since=28')).entries).toHaveLength(2)
    expect((await call('delete', '/journal')).body).toEqual({ count: 0 })
    expect((await everywhere('/journal')).entries).toEqual([])
    await ask('/arbitrum/ping')
    expect((await everywhere('/journal')).entries).toMatchObject([{ n: 1 }])
  })

  test('waits see requests received by other replicas', async () => {
    const match = { base: 'fallback' }
    const waiting = send('post', '/journal/wait', { match, count: 4, timeout: '1m' })
    await statuses(4, '/arbitrum-fallback/ping')
    expect((await waiting).body).toEqual({ count: 4 })
    const late = await send('post', '/journal/wait', { match, count: 5, timeout: '30ms' })
    expect([late.status, late.body.error.code]).toEqual([408, 'not-in-time'])
  })

  test('a session is everybody’s at once, and so is its end', async () => {
    const ids = Array.from({ length: 6 }, (_, n) => `s${n}`)
    for (const id of ids) {
      const body = { id, seed: id, scenario: { rules: [rule('r', { calls: 2 })] } }
      expect((await send('post', '/sessions', body)).status).toBe(201)
      expect((await send('post', '/sessions', body)).body.error.code).toBe('session-exists')
      expect(await statuses(3, `/s/${id}/arbitrum/ping`)).toEqual([200, 503, 200])
    }
    const { sessions } = await everywhere('/sessions')
    expect(sessions).toMatchObject(ids.map((id) => ({ id, requests: 3 })))
    for (const id of ids) {
      expect((await call('delete', `/sessions/${id}`)).status).toBe(200)
      expect(await statuses(3, `/s/${id}/arbitrum/ping`)).toEqual([404, 404, 404])
    }
  })

  test('a session that ends during a read is reported as gone', async () => {
    for (let round = 0; round < 12; round++) {
      await send('post', '/sessions', { id: 'brief' })
      const reads = ['/s/brief/__sim/v1/journal', '/s/brief/__sim/v1/session', '/__sim/v1/sessions']
      const reading = Array.from({ length: 12 }, (_, n) => ask(reads[n % reads.length]))
      const ending = call('delete', '/sessions/brief')
      for (const { status } of await Promise.all(reading)) expect([200, 404]).toContain(status)
      expect((await ending).status).toBe(200)
    }
  })

  test('a session’s own catalogue and prices are everybody’s, and a price that is set', async () => {
    const networks = { mine: { chainId: 7, bases: ['primary', 'spare'] } }
    const body = { id: 'own', catalogue: { networks }, prices: { ETH: { points: { '0s': 2500 } } } }
    expect((await send('post', '/sessions', body)).status).toBe(201)
    expect(await statuses(3, '/s/own/mine-spare/ping')).toEqual([200, 200, 200])
    expect(await texts('/s/own/arbitrum/prices/tickers')).toContain('"2500')
    await send('post', '/prices', { asset: 'ETH', price: '1234' })
    expect(await texts('/arbitrum/prices/tickers')).toContain('"1234')
  })

  test('a snapshot is put back with counts, bucket, clock and journal', async () => {
    await load(rule('late', { calls: '4..' }), {
      id: 'bucket',
      fault: { rateLimit: { requests: 2, per: '1s' } },
    })
    expect(await statuses(3)).toEqual([200, 200, 429])
    expect((await send('post', '/snapshots')).body).toEqual({ id: 'snapshot-1' })
    for (let again = 0; again < 3; again++) {
      expect(await statuses(2)).toEqual([503, 503])
      await send('post', '/clock/advance', { by: '1h' })
      expect((await send('post', '/snapshots/snapshot-1/restore')).status).toBe(200)
      expect((await everywhere('/clock')).now).toBe(startPlus(0))
      expect((await everywhere('/journal')).entries.map(({ n }: { n: number }) => n)).toEqual([1, 2, 3])
      expect((await everywhere('/scenario')).rules).toEqual([
        { id: 'late', matched: 3, fired: 0 },
        { id: 'bucket', matched: 3, fired: 1 },
      ])
    }
    const restored = async (id: string) => (await send('post', `/snapshots/${id}/restore`)).body.error.code
    expect(await restored('snapshot-2')).toBe('no-such-snapshot')
    await send('post', '/reset')
    expect(await restored('snapshot-1')).toBe('no-such-snapshot')
  })

  test('a session expires at all replicas', async () => {
    await send('post', '/sessions', { id: 'short', ttl: '50ms' })
    await until(async () => expect(await statuses(3, '/s/short/arbitrum/ping')).toEqual([404, 404, 404]))
    expect((await everywhere('/sessions')).sessions).toEqual([])
  })
})
