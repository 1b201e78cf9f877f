/** A hostile writer to the store: its journal entries and leases stall no call of another session; an emptied store fires no rule twice. */
import { describe, expect, test } from 'vitest'
import { controlOf } from '../../support/control.js'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import {
  afterEachStop,
  ask,
  bugs,
  join,
  simulators,
  soon,
  start,
  store,
  troubles,
  write,
} from './hostile-support.js'
import { patiently } from './support.js'

afterEachStop()

const lines = async () => (await store.client.keys('{gmx-sim/a}:lines:*'))[0]
const counts = async () => (await store.client.keys('{gmx-sim/a}:counts:*'))[0]
const batch = (text: string) => async () =>
  void (await store.client.xadd(await lines(), '*', 'n', '1', 'sealed', '0', 'revision', '9', 'text', text))
const replaced = (key: () => Promise<string>) => async () => {
  const name = await key()
  await store.client.del(name)
  await store.client.set(name, 'text')
}
const written = (change: object, ...more: readonly unknown[]) =>
  JSON.stringify(['x', ['/ping'], [], { own: 1, stampUs: 1, atMs: 1, count: 1, ...change }, ...more])

const JOURNALS: readonly [string, () => Promise<unknown>][] = [
  ['a count whose name is no JSON', async () => store.client.hset(await counts(), '[x', '1')],
  [
    'a count that is no number',
    async () => store.client.hset(await counts(), '["a",null,null,"b",1,"c","d",1,1]', 'x'),
  ],
  ['lines that are an object', batch('{}')],
  ['a billion lines', batch(written({ count: 1e9 }, Array(15).fill([0]), []))],
  ['lines of kinds that do not exist', batch(written({}, Array(15).fill([0]), []))],
  ['lines of another type', replaced(lines)],
  ['counts of another type', replaced(counts)],
]

describe.runIf(hasStore())('a hostile journal', () => {
  test.each(JOURNALS)('%s costs its session only', async (_what, attack) => {
    await start()
    await ask('/s/a/arbitrum/ping')
    expect((await patiently(() => controlOf(`${simulators[1].url}/s/a`).get('/journal'))).status).toBe(200)
    await attack()
    await ask('/s/a/arbitrum/ping')
    await soon('/s/a/__sim/v1/journal', 503)
    for (const n of [0, 1]) {
      expect((await ask('/s/b/arbitrum/ping', n))[0]).toBe(200)
      expect((await ask('/s/b/__sim/v1/journal', n))[0]).toBe(200)
      expect((await ask('/__sim/v1/sessions', n))[0]).toBe(200)
      expect((await ask('/__sim/v1/ready', n))[0]).toBe(200)
    }
    expect(bugs).toEqual([])
    expect((await controlOf(`${simulators[0].url}/s/a`).post('/reset')).status).toBe(200)
    expect((await ask('/s/a/__sim/v1/journal'))[0]).toBe(200)
  })
})

const later = (ms: number) => String(Date.now() + ms)
const REGISTRIES: readonly [string, () => Promise<unknown>][] = [
  ['a lease of an hour', () => store.client.zadd('{gmx-sim}:replicas', later(3_600_000), 'nobody')],
  [
    'a lease of an hour that holds a lock',
    async () => {
      await store.client.zadd('{gmx-sim}:replicas', later(3_600_000), 'nobody')
      await store.client.set('{gmx-sim}:lock:root', 'nobody')
    },
  ],
  [
    'a status that is no JSON',
    async () => {
      await store.client.zadd('{gmx-sim}:replicas', later(1000), 'nobody')
      await store.client.set('{gmx-sim}:told:nobody', '{{')
    },
  ],
  [
    'an acknowledgement of nonsense',
    () =>
      store.client.xadd(
        `{gmx-sim}:inbox:${simulators[0].instanceId}`,
        '*',
        'from',
        simulators[1].instanceId,
        'id',
        '99999999999999-0',
        'at',
        'x',
        'held',
        '{{',
      ),
  ],
  [
    'a session with an id of a path',
    () => {
      const clock = { mode: 'frozen', rate: 1, originMs: 0, sinceMs: 0 }
      const rest = { isStopped: true, loadedAtMs: 0, countsId: '', moves: [], laidAtMs: 0 }
      const state = JSON.stringify({ seed: '1', clock, ...rest })
      return write('../../a', {
        origin: '{"change":{}}',
        state,
        scenario: 'none',
        runs: '[]',
        journal: '1.x',
      })
    },
  ],
]

describe.runIf(hasStore())('a hostile registry', () => {
  test.each(REGISTRIES)('%s stalls no control call', async (_what, attack) => {
    await start()
    await attack()
    for (const n of [0, 1]) {
      const control = controlOf(simulators[n].url)
      expect((await patiently(() => control.get('/replicas'))).status).toBe(200)
      expect((await patiently(() => control.get('/journal'))).status).toBe(200)
      expect((await patiently(() => control.put('/clock', { rate: 1 }))).status).toBe(200)
      expect((await patiently(() => control.get('/sessions'))).body.sessions).toHaveLength(2)
    }
    expect(bugs).toEqual([])
  })

  test('settings that are no JSON end a joining replica with a reason', async () => {
    await start()
    await store.client.hset('{gmx-sim}:start', 'how', '{')
    await expect(join()).rejects.toThrow(/settings of the replicas on this store cannot be read/)
  })
})

describe.runIf(hasStore())('a store that is emptied', () => {
  test('fires no rule again before all begins anew', async () => {
    await start()
    const rules = [{ id: 'few', when: { calls: '1..10' }, fault: { status: 503 } }]
    await patiently(() => controlOf(simulators[0].url).put('/scenario', { rules }))
    let fired = 0
    for (let n = 0; n < 60; n++) {
      if (n === 9) await store.client.flushall()
      const reply = await fetch(`${simulators[n % 2].url}/arbitrum/ping`)
      await reply.arrayBuffer()
      if (reply.headers.get('x-gmx-sim-rule') === 'few') fired++
    }
    expect(fired).toBeLessThanOrEqual(10)
    await soon('/arbitrum/ping', 200)
    await until(() => expect(troubles.join()).toMatch(/the store has lost its data/))
    expect((await patiently(() => controlOf(simulators[1].url).get('/scenario'))).body.scenario).toBeNull()
  })
})
