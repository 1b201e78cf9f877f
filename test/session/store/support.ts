/** Replicas over a store that can be done anything to, in this process or as processes of their own. */
import { afterEach, expect } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { type Served, serveCli } from '../../support/cli.js'
import { type ControlReply, controlOf } from '../../support/control.js'
import { type HammerOptions, hammer, type Reply, type Tally } from '../../support/hammer.js'
import { type Line, startLine } from '../../support/line.js'
import { startStore, type TestStore } from '../../support/redis.js'
import { startReplica } from '../../support/replicas.js'
import type { Typed } from '../../support/settings.js'
import { until } from '../../support/until.js'

/** Of silence, after which a replica gives its store up. */
const USUAL_LIMIT_MS = 2000

export function threeReplicas() {
  let store: TestStore | undefined
  const simulators: RunningSimulator[] = []
  const lines: Line[] = []
  const troubles: unknown[] = []
  const control = (n = 0, below = '') => controlOf(`${simulators[n % simulators.length].url}${below}`)
  afterEach(async () => {
    await Promise.all(simulators.splice(0).map((simulator) => simulator.stop()))
    for (const line of lines.splice(0)) await line.stop()
    await store?.stop()
    store = undefined
    troubles.length = 0
  })
  const three = {
    simulators,
    lines,
    /** Reported problems with the store. */
    troubles,
    get store(): TestStore {
      return store as TestStore
    },
    get urls(): readonly string[] {
      return simulators.map(({ url }) => url)
    },
    /** Starts a store and its replicas, which wait for it longer than any machine stalls. */
    async start(typed: Typed = {}, db = 0): Promise<void> {
      store = await startStore()
      for (let n = 0; n < 3; n++) await three.join({ store: store.url.replace(/0$/, String(db)), ...typed })
    },
    /** Starts a store that forgets nothing, and replicas with a line each and the usual limit of silence. */
    async startAway(): Promise<void> {
      store = await startStore('--appendonly', 'yes', '--appendfsync', 'always')
      for (let n = 0; n < 3; n++) {
        lines.push(await startLine(store.port))
        await three.join({ store: `redis://127.0.0.1:${lines[n].port}/0` }, USUAL_LIMIT_MS)
      }
    },
    async join(typed: Typed = {}, limitMs?: number): Promise<void> {
      const onTrouble = (error: unknown) => void troubles.push(error)
      simulators.push(await startReplica({ store: three.store.url, ...typed }, onTrouble, limitMs))
    },
    control,
    /** Status, error header and body of a reply of the n-th. */
    async ask(path: string, n = 0): Promise<readonly [status: number, error: string | null, text: string]> {
      const reply = await fetch(`${simulators[n % simulators.length].url}${path}`)
      return [reply.status, reply.headers.get('x-gmx-sim-error'), await reply.text()]
    },
    /** Waits until all reply with a status. */
    all: (path: string, status: number) =>
      until(async () => {
        for (const n of simulators.keys()) expect((await three.ask(path, n))[0]).toBe(status)
      }),
    counts: () => countsAt(three.urls[1], three.urls[2]),
  }
  return three
}

/** Replicas as processes of their own over one store, started by each test and killed after it. */
export function servedReplicas() {
  let store: TestStore | undefined
  const replicas: Served[] = []
  afterEach(async () => {
    await Promise.all(replicas.splice(0).map((replica) => replica.stop('SIGKILL')))
    await store?.stop()
    store = undefined
  })
  const control = (n = 0) => patientControlOf(replicas[n].ready.url)
  return {
    replicas,
    get store(): TestStore {
      return store as TestStore
    },
    async startStore(...options: readonly string[]): Promise<void> {
      store = await startStore(...options)
    },
    /** Adds a replica, by default over a store without options. */
    async serve(...[args = [], env = {}, ...more]: Parameters<typeof serveCli>): Promise<Served> {
      store ??= await startStore()
      const isNamed = args.includes('--store') || 'GMX_SIM_STORE' in env
      const replica = await serveCli(isNamed ? args : ['--store', store.url, ...args], env, ...more)
      replicas.push(replica)
      return replica
    },
    control,
    /** Body of a control call's reply of the n-th. */
    get: async (path: string, n = 0) => (await control(n).get(path)).body,
    /** A reply of the n-th, asked until its store is not silent. */
    ask: (path: string, n = 0): Promise<Response> =>
      until(async () => {
        const reply = await fetch(`${replicas[n].ready.url}${path}`)
        expect(reply.headers.get('x-gmx-sim-error')).toBeNull()
        return reply
      }),
    counts: () => countsAt(replicas[1].ready.url, replicas[2].ready.url),
  }
}

/** Asked until it is answered: on a busy machine a store may seem silent at any time. */
export const patiently = (ask: () => Promise<ControlReply>): Promise<ControlReply> =>
  until(async () => {
    const reply = await ask()
    expect(reply.body.error?.code).not.toBe('store')
    return reply
  })

/** Counts of the rules of COUNTING by one replica, and of the journal by another. */
async function countsAt(url: string, other: string) {
  const [first, tenth] = (await patientControlOf(url).get('/scenario')).body.rules
  const { count } = (await patientControlOf(other).get('/journal/count')).body
  return { matched: first.matched as number, first: first.fired, tenth: tenth.fired, journal: count }
}

/** A client of the control API that repeats what a store seemed too silent for. */
const patientControlOf = (url: string) => controlOf(url, patiently)

/** Sends requests while `work` is under way, which may wait for `further` ones. */
export async function hammerDuring(
  work: (further: (count: number) => Promise<unknown>) => Promise<unknown>,
  options: Omit<HammerOptions, 'signal' | 'onSent'>,
): Promise<Tally> {
  const over = new AbortController()
  let sent = 0
  const onSent = (count: number) => {
    sent = count
  }
  const running = hammer({ ...options, onSent, signal: over.signal })
  const further = (count: number) => {
    const goal = sent + count
    return until(() => expect(sent).toBeGreaterThan(goal))
  }
  await work(further).finally(() => over.abort())
  return running
}

/** Returns the defect of a reply to a ping. */
export const problemOfPing = ({ status, body }: Reply): string | undefined =>
  status === 200 && body === '{"ok":true}' ? undefined : `${status} ${body}`

/** Rules that show each request that is counted twice, or not at all. */
export const COUNTING = {
  rules: [
    { id: 'first', when: { calls: '1..3' }, fault: { status: 503, body: 'first' } },
    { id: 'tenth', when: { every: 10 }, fault: { status: 429 } },
  ],
}

/** Returns the defect of a reply under these rules. */
export function problemUnderCounting({ status, rule }: Reply): string | undefined {
  const seen = `${status} ${rule}`
  return ['200 undefined', '503 first', '429 tenth'].includes(seen) ? undefined : seen
}

/** Each answered request is counted once, rejected ones at most once; what is counted is in the journal, and nothing else. */
export function expectExact(tally: Tally, counted: Awaited<ReturnType<typeof countsAt>>): void {
  const { matched } = counted
  expect([...tally.wrong]).toEqual([])
  expect(matched).toBeGreaterThanOrEqual(tally.right)
  expect(matched).toBeLessThanOrEqual(tally.sent)
  expect(counted).toEqual({ matched, first: 3, tenth: Math.floor(matched / 10), journal: matched })
}
