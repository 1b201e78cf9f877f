/**
 * A hostile writer to the store: its documents and journals cost the sessions they are of, never another one, and never a process; what it
 * writes about replicas stalls no call.
 */
import { describe, expect, test } from 'vitest'
import { hasStore } from '../../support/redis.js'
import { threeReplicas } from './support.js'

const three = threeReplicas()

const rules = [{ fault: { status: 418 } }]

/** Three replicas with a session `b`, and sessions with a rule. */
async function start(...ids: readonly string[]): Promise<void> {
  await three.start()
  for (const id of ids) await three.control().post('/sessions', { id, scenario: { rules } })
  await three.control().post('/sessions', { id: 'b' })
}

let version = 0
/** Overwrites fields of a document as its next version. */
async function write(tag: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await three.store.client.hset(`{gmx-sim${tag}}:document`, { ...fields, version: `written ${++version}` })
  await three.store.client.publish('{gmx-sim}:changed', tag.slice(1) || 'root')
}

/** All replicas serve the other sessions, and themselves. */
async function othersGoOn(own: string): Promise<void> {
  for (const path of ['/s/b/arbitrum/ping', '/s/b/__sim/v1/journal', '/__sim/v1/sessions', '/__sim/v1/ready'])
    for (const n of three.simulators.keys())
      expect([own, path, (await three.ask(path, n))[0]]).toEqual([own, path, 200])
}

const CLOCK = { mode: 'frozen', rate: 1, originMs: 0, sinceMs: 0 }
const STATE = { seed: '1', clock: CLOCK, loadedAtMs: 0, countsId: 'x', moves: [], laidAtMs: 0, journal: 'y' }
const state = (change: object) => ({ state: JSON.stringify({ ...STATE, ...change }) })
const scenario = (played: object) => ({ ...state({}), scenario: JSON.stringify({ runs: [], ...played }) })
const origin = (value: object) => ({ origin: JSON.stringify(value) })
const DAY = {
  kind: 'candles',
  priceDecimals: 2,
  source: 'x',
  collected: { candles: { periodSeconds: 0, runs: [] } },
}

const DOCUMENTS: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
  ['no JSON', { state: '{' }, /state: expected JSON/],
  ['an empty state', { state: '{}' }, /state\.seed/],
  ['a state of null', { state: 'null' }, /state:/],
  ['a clock that is text', state({ clock: 'now' }), /state\.clock/],
  ['a clock beyond all dates', state({ clock: { ...CLOCK, originMs: 1e300 } }), /state\.clock\.originMs/],
  ['a clock without number', state({ clock: { ...CLOCK, rate: { '\0': 'NaN' } } }), /state\.clock\.rate/],
  ['runs that are a number', scenario({ runs: 7 }), /scenario\.runs/],
  ['runs of nothing', scenario({ runs: [{}] }), /scenario\.runs\.0\.id/],
  ['a scenario that is a list', scenario({ scenario: [] }), /scenario\.scenario/],
  ['rules that are a number', scenario({ scenario: { rules: 5 } }), /scenario\.scenario\.rules/],
  ['a rule without fault', scenario({ scenario: { rules: [{}] } }), /rules\.0\.fault/],
  [
    'candles without period',
    scenario({ scenario: { prices: { '\0': 'map', of: [['ETH', DAY]] } } }),
    /scenario\.scenario\.prices/,
  ],
  ['an origin of nothing', origin({}), /origin\.change/],
  ['an origin with a catalogue', origin({ change: { catalogue: {} } }), /origin\.change/],
  ['a path as source', origin({ change: {}, sources: [{ value: '/etc/hostname' }] }), /origin\.sources\.0/],
  ['text as a catalogue', origin({ change: {}, sources: [{ value: '{"a":1}\n' }] }), /origin\.sources\.0/],
]

describe.runIf(hasStore())('a hostile document', () => {
  test('costs its session only, until that is ended', async () => {
    const attacks = DOCUMENTS.map(([what, fields, named], n) => ({ id: `a${n}`, what, fields, named }))
    await start(...attacks.map(({ id }) => id))
    for (const { id, fields } of attacks) await write(`/${id}`, fields)
    for (const { id, what, named } of attacks) {
      await three.all(`/s/${id}/arbitrum/ping`, 503)
      for (const path of ['/arbitrum/ping', '/__sim/v1/clock'])
        expect([what, ...(await three.ask(`/s/${id}${path}`)).slice(0, 2)]).toEqual([what, 503, 'store'])
      // One line of log per replica, with the key, and without what was in it.
      const lines = three.troubles.map(String).filter((line) => line.includes(`session ${id} `))
      expect([what, lines.length]).toEqual([what, 3])
      for (const line of lines) expect(line).toMatch(named)
    }
    expect(three.troubles).toHaveLength(3 * attacks.length)
    expect(three.troubles.join()).not.toMatch(/hostname/)
    await othersGoOn('documents')
    // A replica that never knew them readable learns of it, too.
    await three.join()
    for (const { id, what } of attacks) {
      expect([what, ...(await three.ask(`/s/${id}/arbitrum/ping`, 3)).slice(0, 2)]).toEqual([
        what,
        503,
        'store',
      ])
      expect([what, (await three.control(3).delete(`/sessions/${id}`)).status]).toEqual([what, 200])
      await three.all(`/s/${id}/arbitrum/ping`, 404)
    }
  })

  test('of the default session, or of another type, leaves the others, until a reset', async () => {
    await start('a', 'c')
    await write('', { state: '{}' })
    await three.store.client.set('{gmx-sim/a}:document', 'text')
    for (const path of ['/arbitrum/ping', '/__sim/v1/clock', '/s/a/arbitrum/ping']) await three.all(path, 503)
    await three.all('/s/c/arbitrum/ping', 418)
    await three.all('/', 200)
    await othersGoOn('root')
    expect((await three.control(1).post('/reset')).status).toBe(200)
    await three.all('/arbitrum/ping', 200)
  })
})

const keyOf = async (id: string, kind: string) =>
  (await three.store.client.keys(`{gmx-sim/${id}}:${kind}:*`))[0]
const counter = (name: string, value: string) => async (id: string) =>
  three.store.client.hset(await keyOf(id, 'counts'), name, value)
/** Appends an event to the journal that an entry would follow. */
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
const JOURNALS: readonly [string, (id: string) => Promise<unknown>][] = [
  ['a count whose name is no JSON', counter('[x', '1')],
  ['a count that is no number', counter('["a",null,null,null,1,"c","d",1,1]', 'x')],
  ['an entry that is an empty object', event({ entry: '{}' })],
  ['an entry with a number that is none', event({ n: 'x' })],
  ['an entry beyond all dates', event({ at: '1e300' })],
  ['an entry of a kind that does not exist', event({ kind: '[1]' })],
  ['lines of another type', replaced('lines')],
  ['counts of another type', replaced('counts')],
]

describe.runIf(hasStore())('a hostile journal', () => {
  test('costs its session only, until a reset', async () => {
    const attacks = JOURNALS.map(([what, attack], n) => ({ id: `a${n}`, what, attack }))
    await start(...attacks.map(({ id }) => id))
    for (const { id, what, attack } of attacks) {
      await three.ask(`/s/${id}/arbitrum/ping`)
      expect([what, (await three.control(1, `/s/${id}`).get('/journal')).status]).toEqual([what, 200])
      await attack(id)
      await three.ask(`/s/${id}/arbitrum/ping`)
      await three.all(`/s/${id}/__sim/v1/journal`, 503)
      const lines = three.troubles.map(String).filter((line) => line.includes(`session ${id} `))
      expect([what, lines.length]).toEqual([what, 3])
    }
    await othersGoOn('journals')
    for (const { id, what } of attacks) {
      expect([what, (await three.control(0, `/s/${id}`).post('/reset')).status]).toEqual([what, 200])
      await three.all(`/s/${id}/__sim/v1/journal`, 200)
    }
  })
})

const beat = (text: string) => () => three.store.client.hset('{gmx-sim}:replicas', 'nobody', text)
const REGISTRIES: readonly [string, () => Promise<unknown>][] = [
  ['a heartbeat of next year', beat(`${Date.now() + 3e10} {}`)],
  ['a heartbeat that is no JSON', beat(`${Date.now()} {{`)],
  ['a heartbeat that is no text of ours', beat('now')],
  ['a message about no session', () => three.store.client.publish('{gmx-sim}:changed', '../../a')],
  ['a session with an id of a path', () => write('/../../a', { ...scenario({}), ...origin({ change: {} }) })],
]

describe.runIf(hasStore())('a hostile registry', () => {
  test('stalls no control call, and settings that are no JSON end a joining replica with a reason', async () => {
    await start('a')
    for (const [what, attack] of REGISTRIES) {
      await attack()
      for (const control of [0, 1, 2].map((n) => three.control(n))) {
        for (const path of ['/replicas', '/journal'])
          expect([what, (await control.get(path)).status]).toEqual([what, 200])
        expect([what, (await control.put('/clock', { rate: 1 })).status]).toEqual([what, 200])
        expect((await control.get('/sessions')).body.sessions).toHaveLength(2)
      }
    }
    await three.store.client.set('{gmx-sim}:start', '{')
    await expect(three.join()).rejects.toThrow(/settings of the replicas on this store cannot be read/)
  })
})
