/** What sessions need of shared state, once for each way to have it: in memory, and in a store that three replicas share. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '../../src/core/random.js'
import { isDrawn } from '../../src/scenario/when.js'
import type { RunningSimulator } from '../../src/simulator.js'
import { controlOf, type ControlReply } from '../support/control.js'
import { hasProgram, startStore, type TestStore } from '../support/redis.js'
import { startReplica } from '../support/replicas.js'
import { startTestSimulator, type Typed } from '../support/simulator.js'
import { until } from '../support/until.js'

/** Whoever asks meets one replica after the other, if there are several. */
interface Served {
  readonly simulators: readonly RunningSimulator[]
  stop(): Promise<void>
}

let store: TestStore
let runs = 0
const ADAPTERS: readonly (readonly [string, (typed: Typed) => Promise<Served>])[] = [
  [
    'memory',
    async (typed) => {
      const simulator = await startTestSimulator(typed)
      return { simulators: [simulator], stop: simulator.stop }
    },
  ],
  [
    'a store',
    async (typed) => {
      const shared = { store: store.url, storePrefix: `run-${++runs}`, ...typed }
      const simulators: RunningSimulator[] = []
      for (let n = 0; n < 3; n++) simulators.push(await startReplica(shared))
      return {
        simulators,
        stop: async () => void (await Promise.all(simulators.map((simulator) => simulator.stop()))),
      }
    },
  ],
]
const isStore = hasProgram('redis-server')
beforeAll(async () => {
  if (isStore) store = await startStore()
})
afterAll(() => store?.stop())

describe.each(isStore ? ADAPTERS : ADAPTERS.slice(0, 1))('in %s', (_name, start) => {
  let served: Served
  let turn: number
  const use = async (typed: Typed = {}): Promise<void> => {
    served = await start(typed)
    turn = 0
  }
  afterEach(() => served.stop())
  const next = (): RunningSimulator => served.simulators[turn++ % served.simulators.length]
  const ask = (path: string, init?: RequestInit) => fetch(`${next().url}${path}`, init)
  const statuses = async (count: number, path = '/arbitrum/ping'): Promise<number[]> => {
    const seen: number[] = []
    for (let n = 0; n < count; n++) seen.push((await ask(path)).status)
    return seen
  }
  const call = async (method: 'get' | 'delete', path: string): Promise<ControlReply> =>
    controlOf(next().url)[method](path)
  const send = (method: 'put' | 'post', path: string, body?: unknown, session = ''): Promise<ControlReply> =>
    controlOf(`${next().url}${session}`)[method](path, body)
  const rule = (id: string, more: object) => ({ id, fault: { status: 503 }, ...more })

  describe('with a frozen clock', () => {
    beforeEach(() => use())

    test('a clock that is moved is moved for whoever asks next', async () => {
      for (let minutes = 1; minutes <= 6; minutes++) {
        await send('post', '/clock/advance', { by: '1m' })
        const at = new Date(Date.parse('2026-03-01T12:00:07.450Z') + minutes * 60_000).toISOString()
        for (let n = 0; n < 3; n++) expect((await call('get', '/clock')).body.now).toBe(at)
        expect((await ask('/arbitrum/ping')).headers.get('x-gmx-sim-at')).toBe(at)
      }
    })

    test('rules count all requests, in their order, whoever is asked', async () => {
      const rules = [rule('some', { when: { calls: '3..5' } }), rule('every', { when: { every: 4, times: 2 } })]
      await send('put', '/scenario', { rules })
      expect(await statuses(13)).toEqual([200, 200, 503, 503, 503, 200, 200, 503, 200, 200, 200, 503, 200])
      expect((await call('get', '/scenario')).body.rules).toEqual([
        { id: 'some', matched: 13, fired: 3 },
        { id: 'every', matched: 13, fired: 2 },
      ])
    })

    test('chance follows from the seed alone', async () => {
      const scenario = { rules: [rule('chancy', { when: { chance: 0.5 } })] }
      await send('put', '/scenario', scenario)
      expect((await statuses(24)).map((status) => (status === 503 ? 'x' : '.')).join('')).toBe(
        drawnFor('chancy', 0.5, 24),
      )
      await send('put', '/scenario', scenario)
      expect((await statuses(6)).map((status) => (status === 503 ? 'x' : '.')).join('')).toBe(
        drawnFor('chancy', 0.5, 6),
      )
    })

    test('a bucket has what it has, whoever takes it', async () => {
      await send('put', '/scenario', {
        rules: [{ id: 'bucket', fault: { rateLimit: { requests: 4, per: '1s' } } }],
      })
      expect(await statuses(6)).toEqual([200, 200, 200, 200, 429, 429])
      await send('post', '/clock/advance', { by: '500ms' })
      expect(await statuses(3)).toEqual([200, 200, 429])
    })

    test('another scenario is there for whoever asks next, with counts of its own', async () => {
      for (let n = 0; n < 6; n++) {
        await send('put', '/scenario', { rules: [{ fault: { status: 500 + n } }] })
        expect(await statuses(3)).toEqual([500 + n, 500 + n, 500 + n])
        expect((await call('get', '/scenario')).body.rules[0].matched).toBe(3)
      }
      await call('delete', '/scenario')
      expect(await statuses(3)).toEqual([200, 200, 200])
    })

    test('the journal has every request, in the order in which they came, and counts them', async () => {
      await send('put', '/scenario', { rules: [rule('second', { when: { every: 2 } })] })
      const paths = Array.from({ length: 30 }, (_, n) => `/arbitrum${n % 3 === 0 ? '' : '-fallback'}/ping?n=${n}`)
      for (const path of paths) await ask(path)
      for (let n = 0; n < 3; n++) {
        const { entries } = (await call('get', '/journal')).body
        expect(entries.map(({ url }: { url: string }) => url)).toEqual(paths.map((path) => path.slice(path.indexOf('/ping'))))
        expect(entries.map(({ n }: { n: number }) => n)).toEqual(paths.map((_, n) => n + 1))
        expect(entries.every(({ ms }: { ms: number | null }) => ms !== null)).toBe(true)
        expect((await call('get', '/journal/count?base=primary')).body.count).toBe(10)
        expect((await call('get', '/journal/count?status=503')).body.count).toBe(15)
        expect((await call('get', '/journal?since=28')).body.entries).toHaveLength(2)
      }
      expect((await call('delete', '/journal')).body).toEqual({ count: 0 })
      for (let n = 0; n < 3; n++) expect((await call('get', '/journal')).body.entries).toEqual([])
      await ask('/arbitrum/ping')
      for (let n = 0; n < 3; n++) expect((await call('get', '/journal')).body.entries).toMatchObject([{ n: 1 }])
    })

    test('who waits for requests is told of those that come to others', async () => {
      const waiting = send('post', '/journal/wait', { match: { base: 'fallback' }, count: 4, timeout: '1m' })
      await statuses(4, '/arbitrum-fallback/ping')
      expect((await waiting).body).toEqual({ count: 4 })
      const late = await send('post', '/journal/wait', { match: { base: 'fallback' }, count: 5, timeout: '30ms' })
      expect([late.status, late.body.error.code]).toEqual([408, 'not-in-time'])
    })

    test('a session is everybody’s at once, and so is its end', async () => {
      for (let n = 0; n < 6; n++) {
        const body = { id: `s${n}`, seed: `${n}`, scenario: { rules: [rule('r', { when: { calls: 2 } })] } }
        expect((await send('post', '/sessions', body)).status).toBe(201)
        expect((await send('post', '/sessions', body)).body.error.code).toBe('session-exists')
        expect(await statuses(3, `/s/s${n}/arbitrum/ping`)).toEqual([200, 503, 200])
      }
      for (let n = 0; n < 3; n++) {
        const { sessions } = (await call('get', '/sessions')).body
        expect(sessions.map(({ id, requests }: { id: string; requests: number }) => `${id} ${requests}`)).toEqual(
          Array.from({ length: 6 }, (_, n) => `s${n} 3`),
        )
      }
      for (let n = 0; n < 6; n++) {
        expect((await call('delete', `/sessions/s${n}`)).status).toBe(200)
        expect(await statuses(3, `/s/s${n}/arbitrum/ping`)).toEqual([404, 404, 404])
      }
    })

    test('a session’s own catalogue and prices are everybody’s', async () => {
      const body = {
        id: 'own',
        catalogue: { networks: { mine: { chainId: 7, bases: ['primary', 'spare'] } } },
        prices: { ETH: { points: { '0s': 2500 } } },
      }
      expect((await send('post', '/sessions', body)).status).toBe(201)
      expect(await statuses(3, '/s/own/mine-spare/ping')).toEqual([200, 200, 200])
      const texts = new Set<string>()
      for (let n = 0; n < 3; n++) texts.add(await (await ask('/s/own/arbitrum/prices/tickers')).text())
      expect(texts.size).toBe(1)
      expect([...texts][0]).toContain('"2500')
    })

    test('a price that is set is everybody’s', async () => {
      await send('post', '/prices', { asset: 'ETH', price: '1234' })
      const texts = new Set<string>()
      for (let n = 0; n < 3; n++) texts.add(await (await ask('/arbitrum/prices/tickers')).text())
      expect(texts.size).toBe(1)
      expect([...texts][0]).toContain('"1234')
    })

    test('a snapshot is put back with counts, bucket, clock and journal', async () => {
      await send('put', '/scenario', {
        rules: [rule('late', { when: { calls: '4..' } }), { id: 'bucket', fault: { rateLimit: { requests: 2, per: '1s' } } }],
      })
      expect(await statuses(3)).toEqual([200, 200, 429])
      expect((await send('post', '/snapshots')).body).toEqual({ id: 'snapshot-1' })
      for (let again = 0; again < 3; again++) {
        expect(await statuses(2)).toEqual([503, 503])
        await send('post', '/clock/advance', { by: '1h' })
        expect((await send('post', '/snapshots/snapshot-1/restore')).status).toBe(200)
        expect((await call('get', '/clock')).body.now).toBe('2026-03-01T12:00:07.450Z')
        expect((await call('get', '/journal')).body.entries.map(({ n }: { n: number }) => n)).toEqual([1, 2, 3])
        expect((await call('get', '/scenario')).body.rules).toEqual([
          { id: 'late', matched: 3, fired: 0 },
          { id: 'bucket', matched: 3, fired: 1 },
        ])
      }
      expect((await send('post', '/snapshots/snapshot-2/restore')).body.error.code).toBe('no-such-snapshot')
      await send('post', '/reset')
      expect((await send('post', '/snapshots/snapshot-1/restore')).body.error.code).toBe('no-such-snapshot')
    })

    test('a request that is held is let go by a change that somebody else makes', async () => {
      await send('put', '/scenario', { rules: [{ fault: { hang: true } }] })
      const held = Array.from({ length: 9 }, () => ask('/arbitrum/ping').then(String, () => 'closed'))
      await send('post', '/journal/wait', { count: 9, timeout: '1m' })
      await call('delete', '/scenario')
      expect(await Promise.all(held)).toEqual(Array(9).fill('closed'))
      expect(await statuses(3)).toEqual([200, 200, 200])
    })

    test('a call that is refused changes nothing, for nobody', async () => {
      await send('put', '/scenario', { rules: [rule('r', { when: { calls: 2 } })] })
      expect((await send('put', '/scenario', 'rules: nonsense')).status).toBe(400)
      expect((await send('put', '/scenario', { rules: [{ fault: { refuse: true } }] })).status).toBe(400)
      expect(await statuses(3)).toEqual([200, 503, 200])
    })

    test('changes that come at once are made one after the other', async () => {
      const by = Array.from({ length: 12 }, (_, n) => `${n + 1}s`)
      const replies = await Promise.all(by.map((by) => send('post', '/clock/advance', { by })))
      expect(replies.map(({ status }) => status)).toEqual(by.map(() => 200))
      for (let n = 0; n < 3; n++) expect((await call('get', '/clock')).body.now).toBe('2026-03-01T12:01:25.450Z')
      expect(new Set(replies.map(({ body }) => body.now)).size).toBe(12)
    })

    test('a session ends by itself when its time is over, for everybody', async () => {
      await send('post', '/sessions', { id: 'short', ttl: '50ms' })
      await until(async () => expect(await statuses(3, '/s/short/arbitrum/ping')).toEqual([404, 404, 404]))
      expect((await call('get', '/sessions')).body.sessions).toEqual([])
    })
  })

  test('a clock that runs tells all the same time, and never an earlier one', async () => {
    await use({ clock: '60x', at: '2026-03-01T12:00:00Z' })
    let before = 0
    for (let n = 0; n < 60; n++) {
      const at = Date.parse((await ask('/arbitrum/ping')).headers.get('x-gmx-sim-at') ?? '')
      expect(at).toBeGreaterThanOrEqual(before)
      before = at
    }
    await send('put', '/clock', { mode: 'frozen' })
    const { now } = (await call('get', '/clock')).body
    for (let n = 0; n < 3; n++) expect((await ask('/arbitrum/ping')).headers.get('x-gmx-sim-at')).toBe(now)
  })
})

/** What chance draws for the calls of a rule of that id under the usual seed: `x` where it fires. */
const drawnFor = (id: string, chance: number, calls: number): string =>
  Array.from({ length: calls }, (_, n) =>
    isDrawn({ chance }, keyOf('gmx-sim', 'rule', id), n + 1) ? 'x' : '.',
  ).join('')
