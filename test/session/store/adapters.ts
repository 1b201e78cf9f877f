/** Each way to have shared state, in turn: in memory, and in a store that three replicas share. */
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { type ControlReply, controlOf } from '../../support/control.js'
import { hasStore, startStore, type TestStore } from '../../support/redis.js'
import { startReplica } from '../../support/replicas.js'
import type { Typed } from '../../support/settings.js'
import { startTestSimulator } from '../../support/simulator.js'

/** Whoever asks meets one replica after the other, if there are several. */
export interface Served {
  start(typed?: Typed): Promise<void>
  ask(path: string): Promise<Response>
  /** The statuses of that number of requests, one after the other. */
  statuses(count: number, path?: string): Promise<number[]>
  call(method: 'get' | 'delete', path: string): Promise<ControlReply>
  send(method: 'put' | 'post', path: string, body?: unknown): Promise<ControlReply>
}

export function forEachAdapter(suite: (served: Served) => void): void {
  const isStore = hasStore()
  let store: TestStore
  let runs = 0
  beforeAll(async () => {
    if (isStore) store = await startStore()
  })
  afterAll(() => store?.stop())
  const replicas = async (typed: Typed): Promise<RunningSimulator[]> => {
    const shared = { store: store.url, storePrefix: `run-${++runs}`, ...typed }
    const simulators: RunningSimulator[] = []
    for (let n = 0; n < 3; n++) simulators.push(await startReplica(shared))
    return simulators
  }
  describe('in memory', () => suite(served(async (typed) => [await startTestSimulator(typed)])))
  describe.runIf(isStore)('in a store', () => suite(served(replicas)))
}

function served(startAll: (typed: Typed) => Promise<RunningSimulator[]>): Served {
  let simulators: RunningSimulator[] = []
  let turn = 0
  afterEach(async () => {
    await Promise.all(simulators.map((simulator) => simulator.stop()))
    simulators = []
  })
  const next = (): RunningSimulator => simulators[turn++ % simulators.length]
  const ask = (path: string) => fetch(`${next().url}${path}`)
  return {
    async start(typed = {}) {
      simulators = await startAll(typed)
      turn = 0
    },
    ask,
    async statuses(count, path = '/arbitrum/ping') {
      const seen: number[] = []
      for (let n = 0; n < count; n++) seen.push((await ask(path)).status)
      return seen
    },
    call: (method, path) => controlOf(next().url)[method](path),
    send: (method, path, body) => controlOf(next().url)[method](path, body),
  }
}

/** A rule that answers 503. */
export const rule = (id: string, more: object) => ({ id, fault: { status: 503 }, ...more })
