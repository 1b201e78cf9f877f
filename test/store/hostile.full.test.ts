/** A writer to the store that is no replica: it costs the session it writes to, never another one, and never a process. */
import { afterEach, describe, expect, test } from 'vitest'
import { type RunningSimulator, startSimulator } from '../../src/simulator.js'
import { controlOf } from '../support/control.js'
import { hasStore, startStore, type TestStore } from '../support/redis.js'
import { settingsFor } from '../support/settings.js'
import { until } from '../support/until.js'
import { patiently } from './support.js'

let store: TestStore
let simulators: RunningSimulator[] = []
const bugs: string[] = []
const troubles: string[] = []

afterEach(async () => {
  await Promise.all(simulators.map((simulator) => simulator.stop()))
  simulators = []
  await store.stop()
})

/** Two replicas with sessions `a` and `b`; `a` has a rule. */
async function start(): Promise<void> {
  store = await startStore()
  for (const all of [bugs, troubles]) all.length = 0
  await join()
  await join()
  const rules = [{ fault: { status: 418 } }]
  await patiently(() => controlOf(simulators[0].url).post('/sessions', { id: 'a', scenario: { rules } }))
  await patiently(() => controlOf(simulators[0].url).post('/sessions', { id: 'b' }))
}

async function join(): Promise<void> {
  const onBug = (error: unknown) => void bugs.push(String(error))
  const onTrouble = (error: unknown) => void troubles.push(String(error))
  simulators.push(await startSimulator(settingsFor({ store: store.url }), onBug, {}, { onTrouble }))
}

const ask = async (path: string, n = 0): Promise<readonly [status: number, error: string | null]> => {
  const reply = await fetch(simulators[n].url + path)
  await reply.arrayBuffer()
  return [reply.status, reply.headers.get('x-gmx-sim-error')]
}
const soon = (path: string, status: number, n = 0) =>
  until(async () => expect([path, ...(await ask(path, n))].slice(0, 2)).toEqual([path, status]))

let version = Date.now() * 2000
/** Overwrites fields of a document as its next version. */
async function write(id: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await store.client.hset(`{gmx-sim}:session:${id}`, { ...fields, version: String(++version) })
  await store.client.xadd('{gmx-sim}:log', '*', 'by', 'nobody', 'id', id, 'version', String(version))
}

const CLOCK = { mode: 'frozen', rate: 1, originMs: 0, sinceMs: 0 }
const STATE = {
  seed: '1',
  clock: CLOCK,
  isStopped: false,
  loadedAtMs: 0,
  countsId: 'x',
  prices: [],
  laidAtMs: 0,
}
const state = (change: object) => ({ state: JSON.stringify({ ...STATE, ...change }) })
const origin = (value: object) => ({ origin: JSON.stringify(value) })
const prices = (given: object) => ({
  ...state({}),
  scenario: JSON.stringify({ prices: { '\u0000': 'map', of: [['ETH', given]] } }),
})

const DOCUMENTS: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
  ['no JSON', { state: '{' }, /state: expected JSON/],
  ['an empty state', { state: '{}' }, /state\.seed/],
  ['a state of null', { state: 'null' }, /state:/],
  ['a clock that is text', state({ clock: 'now' }), /state\.clock/],
  ['a clock beyond all dates', state({ clock: { ...CLOCK, originMs: 1e300 } }), /state\.clock\.originMs/],
  [
    'a clock that is no number',
    state({ clock: { ...CLOCK, rate: { '\u0000': 'NaN' } } }),
    /state\.clock\.rate/,
  ],
  ['runs that are a number', { runs: '7' }, /runs:/],
  ['runs of nothing', { runs: '[{}]' }, /runs\.0\.id/],
  ['a scenario that is a list', { ...state({}), scenario: '[]' }, /scenario:/],
  ['rules that are a number', { ...state({}), scenario: '{"rules":5}' }, /scenario\.rules/],
  ['a rule without fault', { ...state({}), scenario: '{"rules":[{}]}' }, /scenario\.rules\.0\.fault/],
  [
    'candles without period',
    prices({
      kind: 'candles',
      priceDecimals: 2,
      source: 'x',
      collected: { candles: { periodSeconds: 0, runs: [] } },
    }),
    /scenario\.prices/,
  ],
  ['an origin of nothing', origin({}), /origin\.change/],
  ['an origin with a catalogue', origin({ change: { catalogue: {} } }), /origin\.change/],
  [
    'a source that is a path',
    origin({ change: {}, sources: [{ value: '/etc/hostname' }] }),
    /origin\.sources\.0/,
  ],
  [
    'a source that is a catalogue as text',
    origin({ change: {}, sources: [{ value: '{"a":1}\n' }] }),
    /origin\.sources\.0/,
  ],
]

describe.runIf(hasStore())('a hostile document', () => {
  test.each(DOCUMENTS)('%s costs its session only', async (_what, fields, named) => {
    await start()
    await write('a', fields)
    for (const n of [0, 1]) {
      await soon('/s/a/arbitrum/ping', 503, n)
      expect(await ask('/s/a/arbitrum/ping', n)).toEqual([503, 'store'])
      expect(await ask('/s/a/__sim/v1/clock', n)).toEqual([503, 'store'])
      expect((await ask('/s/b/arbitrum/ping', n))[0]).toBe(200)
      expect((await ask('/arbitrum/ping', n))[0]).toBe(200)
      expect((await ask('/__sim/v1/sessions', n))[0]).toBe(200)
    }
    // One line of log per replica, with the key, and without what was in it.
    expect(troubles).toHaveLength(2)
    for (const line of troubles) expect(line).toMatch(named)
    expect(troubles.join()).not.toMatch(/hostname/)
    expect(bugs).toEqual([])
    // A replica that never knew it readable learns of it, too.
    await join()
    expect(await ask('/s/a/arbitrum/ping', 2)).toEqual([503, 'store'])
    expect((await ask('/__sim/v1/sessions', 2))[0]).toBe(200)
    expect((await controlOf(simulators[2].url).delete('/sessions/a')).status).toBe(200)
    for (const n of [0, 1, 2]) expect(await ask('/s/a/arbitrum/ping', n)).toEqual([404, null])
  })

  test('of the default session leaves the others, until a reset', async () => {
    await start()
    await write('root', { state: '{}' })
    for (const n of [0, 1]) {
      await soon('/arbitrum/ping', 503, n)
      expect((await ask('/s/a/arbitrum/ping', n))[0]).toBe(418)
      expect((await ask('/__sim/v1/sessions', n))[0]).toBe(200)
      expect((await ask('/__sim/v1/clock', n))[0]).toBe(503)
      expect((await ask('/', n))[0]).toBe(200)
    }
    expect((await controlOf(simulators[1].url).post('/reset')).status).toBe(200)
    for (const n of [0, 1]) expect((await ask('/arbitrum/ping', n))[0]).toBe(200)
    expect(bugs).toEqual([])
  })

  test('of another type than a document', async () => {
    await start()
    await store.client.set('{gmx-sim}:session:a', 'text')
    await store.client.xadd('{gmx-sim}:log', '*', 'by', 'nobody', 'id', 'a', 'version', '1')
    for (const n of [0, 1]) {
      await soon('/s/a/arbitrum/ping', 503, n)
      expect((await ask('/s/b/arbitrum/ping', n))[0]).toBe(200)
      expect((await ask('/__sim/v1/sessions', n))[0]).toBe(200)
    }
    expect(bugs).toEqual([])
  })
})

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
        '1-1',
        'at',
        'x',
        'held',
        '{{',
      ),
  ],
  ['a session with an id of a path', () => write('../../a', { state: '{}' })],
]

describe.runIf(hasStore())('a hostile registry', () => {
  test.each(REGISTRIES)('%s stalls no control call', async (_what, attack) => {
    await start()
    await attack()
    for (const n of [0, 1]) {
      const control = controlOf(simulators[n].url)
      expect((await patiently(() => control.put('/clock', { rate: 1 }))).status).toBe(200)
      expect((await patiently(() => control.get('/sessions'))).body.sessions).toHaveLength(2)
      expect((await patiently(() => control.get('/journal'))).status).toBe(200)
      expect((await patiently(() => control.get('/replicas'))).status).toBe(200)
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
