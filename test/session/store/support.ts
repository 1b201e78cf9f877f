/** Three replicas over a store that can be done anything to, started and stopped by each test. */
import { afterEach, expect } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { type ControlReply, controlOf } from '../../support/control.js'
import type { Reply } from '../../support/hammer.js'
import { startStore, type TestStore } from '../../support/redis.js'
import { startReplica } from '../../support/replicas.js'
import { type SlowLine, startSlowLine } from '../../support/slow-line.js'
import { until } from '../../support/until.js'

/** As it is where nothing is said. */
const USUAL_LEASE_MS = 2000

export interface Three {
  readonly store: TestStore
  readonly simulators: readonly RunningSimulator[]
  readonly urls: readonly string[]
  /** Starts a store, and three replicas that hold leases for longer than any machine stalls. */
  start(...options: readonly string[]): Promise<void>
  /** The same with leases as they are, for what they decide. */
  startUsual(...options: readonly string[]): Promise<void>
  /** The same, each replica with a line to the store that takes so long each way. */
  startAway(delaysMs: readonly number[], leaseMs?: number): Promise<readonly SlowLine[]>
  control(n?: number): ReturnType<typeof controlOf>
  /** All three answer. */
  recovered(): Promise<void>
  /** Counts of the rules of COUNTING, and the journal. */
  counts(): Promise<{ matched: number; first: number; tenth: number; journal: number }>
}

export function threeReplicas(): Three {
  let store: TestStore | undefined
  let simulators: RunningSimulator[] = []
  const lines: SlowLine[] = []
  afterEach(async () => {
    await Promise.all(simulators.map((simulator) => simulator.stop()))
    for (const line of lines.splice(0)) await line.stop()
    await store?.stop()
    simulators = []
    store = undefined
  })
  const started = (): TestStore => {
    if (store === undefined) throw new Error('there is no store yet')
    return store
  }
  const startAll = async (urlOf: (n: number) => string, leaseMs?: number): Promise<void> => {
    for (let n = 0; n < 3; n++) simulators.push(await startReplica({ store: urlOf(n) }, () => {}, leaseMs))
  }
  const control = (n = 0) => controlOf(simulators[n % 3].url)
  return {
    get store() {
      return started()
    },
    get simulators() {
      return simulators
    },
    get urls() {
      return simulators.map(({ url }) => url)
    },
    async start(...options) {
      store = await startStore(...options)
      await startAll(() => started().url)
    },
    async startUsual(...options) {
      store = await startStore(...options)
      await startAll(() => started().url, USUAL_LEASE_MS)
    },
    async startAway(delaysMs, leaseMs = USUAL_LEASE_MS) {
      store = await startStore()
      for (const delayMs of delaysMs) lines.push(await startSlowLine(store.port, delayMs))
      await startAll((n) => `redis://127.0.0.1:${lines[n].port}/0`, leaseMs)
      return lines
    },
    control,
    recovered: () =>
      until(async () => {
        for (let n = 0; n < 3; n++) expect((await control(n).get('/clock')).status).toBe(200)
      }),
    async counts() {
      const { rules } = (await patiently(() => control(1).get('/scenario'))).body
      const [first, tenth] = rules as { matched: number; fired: number }[]
      const { count } = (await patiently(() => control(2).get('/journal/count'))).body
      return { matched: first.matched, first: first.fired, tenth: tenth.fired, journal: count as number }
    },
  }
}

/** Asked until it is answered: on a busy machine a replica may lose its lease at any time. */
export const patiently = (ask: () => Promise<ControlReply>): Promise<ControlReply> =>
  until(async () => {
    const reply = await ask()
    expect(reply.body.error?.code).not.toBe('store')
    return reply
  })

/** The same for requests that are no control calls. */
export const askPatiently = (url: string): Promise<Response> =>
  until(async () => {
    const reply = await fetch(url)
    expect(reply.headers.get('x-gmx-sim-error')).toBeNull()
    return reply
  })

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Rules that show each request that is counted twice, or not at all. */
export const COUNTING = {
  rules: [
    { id: 'first', when: { calls: '1..3' }, fault: { status: 503, body: 'first' } },
    { id: 'tenth', when: { every: 10 }, fault: { status: 429 } },
  ],
}

/** Returns the defect of a reply under these rules. */
export const problemUnderCounting = ({ status, rule }: Reply): string | undefined =>
  (status === 200 && rule === undefined) ||
  (status === 503 && rule === 'first') ||
  (status === 429 && rule === 'tenth')
    ? undefined
    : `${status} ${rule}`
