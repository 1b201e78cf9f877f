/** A hostile writer to the store costs the sessions whose data it overwrites, and stalls no control call. */
import { describe, expect, test } from 'vitest'
import { hasStore } from '../../support/redis.js'
import { threeReplicas } from './support.js'

const three = threeReplicas()

const rules = [{ fault: { status: 418 } }]

/** Three replicas with a session `b`, and sessions with a rule, each asked once. */
async function start(...ids: readonly string[]): Promise<void> {
  await three.start()
  await three.control().post('/sessions', { id: 'b' })
  for (const id of ids) {
    await three.control().post('/sessions', { id, scenario: { rules } })
    await three.ask(`/s/${id}/arbitrum/ping`)
    expect((await three.control(1, `/s/${id}`).get('/journal')).status).toBe(200)
  }
}

let version = 0
/** Overwrites fields of a document as its next version. */
async function write(tag: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await three.store.client.hset(`{gmx-sim${tag}}:document`, { ...fields, version: `written ${++version}` })
  await three.store.client.publish('{gmx-sim}:changed', tag.slice(1) || 'root')
}

/** All replicas serve the other sessions, and themselves. */
async function othersGoOn(): Promise<void> {
  for (const path of ['/s/b/arbitrum/ping', '/s/b/__sim/v1/journal', '/__sim/v1/sessions', '/__sim/v1/ready'])
    for (const n of three.simulators.keys())
      expect([path, (await three.ask(path, n))[0]]).toEqual([path, 200])
}

/** Writes of one kind to a session. Each has what the log names, and a path that cannot be answered then. */
const document = (what: string, fields: Readonly<Record<string, string>>, named: RegExp) => {
  const attack = (id: string): Promise<unknown> => write(`/${id}`, fields)
  return { what, attack, named, path: '/arbitrum/ping' }
}
const journal = (what: string, attack: (id: string) => Promise<unknown>, named: RegExp) => {
  return { what, attack, named, path: '/__sim/v1/journal' }
}
const CLOCK = { mode: 'frozen', rate: 1, originMs: 0, sinceMs: 0 }
const STATE = {
  ...{ seed: '1', clock: CLOCK, loadedAtMs: 0, countsId: 'x' },
  ...{ runs: [], moves: [], laidAtMs: 0, journal: 'y' },
}
const state = (change: object) => ({ state: JSON.stringify({ ...STATE, ...change }) })
const origin = (value: object) => ({ origin: JSON.stringify(value) })
const candles = { periodSeconds: 0, runs: [] }
const day = { kind: 'candles', priceDecimals: 2, source: 'x', collected: { candles } }
const prices = { '\0': 'map', of: [['ETH', day]] }
const source = (value: string) => origin({ change: { catalogueFrom: [value] } })

const keyOf = async (id: string, kind: string) =>
  (await three.store.client.keys(`{gmx-sim/${id}}:${kind}:*`))[0]
const counter = (field: string, value: string) => async (id: string) =>
  three.store.client.hset(await keyOf(id, 'counts'), field, value)
const event = (change: Readonly<Record<string, string>>) => async (id: string) => {
  const revision = await three.store.client.hincrby(await keyOf(id, 'counts'), 'revision', 1)
  const kind = '["arbitrum","primary","ping",null,200,"GET","ok","good",null]'
  const facts = { url: '/ping', urlLength: 5, connection: 1, address: null, userAgent: null, requestId: null }
  const entry = JSON.stringify({ ...facts, seen: 0, run: '', elapsedMs: 0 })
  const fields = { n: '2', at: '1', ms: '1', kind, entry, ...change }
  await three.store.client.xadd(await keyOf(id, 'lines'), `${revision}-1`, ...Object.entries(fields).flat())
}
const replaced = (kind: string) => async (id: string) => {
  const name = await keyOf(id, kind)
  await three.store.client.del(name)
  await three.store.client.set(name, 'text')
}

const ATTACKS = [
  document('no JSON', { state: '{' }, /state: expected JSON/),
  document('a state of null', { state: 'null' }, /state:/),
  document('a date beyond all', state({ clock: { ...CLOCK, originMs: 1e300 } }), /state\.clock\.originMs/),
  document('a rate of none', state({ clock: { ...CLOCK, rate: { '\0': 'NaN' } } }), /state\.clock\.rate/),
  document('runs of nothing', state({ runs: [{}] }), /state\.runs\.0\.id/),
  document('a rule without fault', state({ scenario: { rules: [{}] } }), /rules\.0\.fault/),
  document('candles without period', state({ scenario: { prices } }), /state\.scenario\.prices/),
  document('an origin of nothing', origin({}), /origin\.change/),
  document('an origin with a catalogue', origin({ change: { catalogue: {} } }), /origin\.change/),
  document('a path as source', source('/etc/hostname'), /origin\.change\.catalogueFrom\.0/),
  document('text as a catalogue', source('{"a":1}\n'), /origin\.change\.catalogueFrom\.0/),
  journal('a count whose name is no JSON', counter('[x', '1'), /kind: expected JSON/),
  journal('a count that is no number', counter('["a",null,null,null,1,"c","d",1,1]', 'x'), /counts:/),
  journal('an entry that is an empty object', event({ entry: '{}' }), /lines\.url/),
  journal('an entry with a number that is none', event({ n: 'x' }), /lines\.n/),
  journal('an entry beyond all dates', event({ at: '1e300' }), /lines\.atMs/),
  journal('an entry of a kind that does not exist', event({ kind: '[1]' }), /kind/),
  journal('lines of another type', replaced('lines'), /WRONGTYPE/),
  journal('counts of another type', replaced('counts'), /WRONGTYPE/),
]

describe.runIf(hasStore())('a hostile writer', () => {
  test('costs a session only, until that is reset or ended', async () => {
    const attacks = ATTACKS.map((attack, n) => ({ ...attack, id: `a${n}` }))
    await start(...attacks.map(({ id }) => id))
    for (const { id, attack } of attacks) {
      await attack(id)
      await three.ask(`/s/${id}/arbitrum/ping`)
    }
    for (const { id, what, path, named } of attacks) {
      await three.all(`/s/${id}${path}`, 503)
      for (const one of [path, '/__sim/v1/journal'])
        expect([what, ...(await three.ask(`/s/${id}${one}`)).slice(0, 2)]).toEqual([what, 503, 'store'])
      // One line of log per replica, with the key, and without what was in it.
      const lines = three.troubles.map(String).filter((line) => line.includes(`session ${id} `))
      expect([what, lines.length]).toEqual([what, 3])
      for (const line of lines) expect(line).toMatch(named)
    }
    expect(three.troubles).toHaveLength(3 * attacks.length)
    expect(three.troubles.join()).not.toMatch(/hostname/)
    await othersGoOn()
    // A replica that never knew them readable learns of it, too.
    await three.join()
    for (const [n, { id, what, path }] of attacks.entries()) {
      expect([what, ...(await three.ask(`/s/${id}${path}`, 3)).slice(0, 2)]).toEqual([what, 503, 'store'])
      const isReset = n % 2 === 0
      const { status } = isReset
        ? await three.control(3, `/s/${id}`).post('/reset')
        : await three.control(3).delete(`/sessions/${id}`)
      expect([what, status]).toEqual([what, 200])
      await three.all(`/s/${id}/__sim/v1/journal`, isReset ? 200 : 404)
    }
  })

  test('of the default session, or of another type, leaves the others, until a reset', async () => {
    await start('a', 'c')
    await write('', { state: '{}' })
    await three.store.client.set('{gmx-sim/a}:document', 'text')
    for (const path of ['/arbitrum/ping', '/__sim/v1/clock', '/s/a/arbitrum/ping']) await three.all(path, 503)
    await three.all('/s/c/arbitrum/ping', 418)
    await three.all('/', 200)
    await othersGoOn()
    expect((await three.control(1).post('/reset')).status).toBe(200)
    await three.all('/arbitrum/ping', 200)
  })

  test('of heartbeats, messages and ids that no replica writes stalls no control call', async () => {
    await start()
    const { client } = three.store
    const beats = { future: `${Date.now() + 3e10} {}`, 'no-json': `${Date.now()} {{`, text: 'now' }
    await client.hset('{gmx-sim}:replicas', beats)
    await client.publish('{gmx-sim}:changed', '../../a')
    await write('/../../a', { ...state({}), ...origin({ change: {} }) })
    for (const control of [0, 1, 2].map((n) => three.control(n))) {
      for (const path of ['/replicas', '/journal'])
        expect([path, (await control.get(path)).status]).toEqual([path, 200])
      expect((await control.put('/clock', { rate: 1 })).status).toBe(200)
      expect((await control.get('/sessions')).body.sessions).toHaveLength(1)
    }
  })

  test('of settings that are no JSON ends a joining replica with a reason', async () => {
    await three.start()
    await three.store.client.set('{gmx-sim}:start', '{')
    await expect(three.join()).rejects.toThrow(/settings of the replicas on this store cannot be read/)
  })
})
