/** A hostile writer to the store: its documents cost the sessions they are of, never another one, and never a process. */
import { describe, expect, test } from 'vitest'
import { controlOf } from '../../support/control.js'
import { hasStore } from '../../support/redis.js'
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

afterEachStop()

const CLOCK = { mode: 'frozen', rate: 1, originMs: 0, sinceMs: 0 }
const STATE = {
  seed: '1',
  clock: CLOCK,
  isStopped: false,
  loadedAtMs: 0,
  countsId: 'x',
  moves: [],
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
