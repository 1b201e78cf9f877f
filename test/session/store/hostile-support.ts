/** Two replicas over a store that a hostile program writes to. */
import { afterEach, expect } from 'vitest'
import { type RunningSimulator, startServer } from '../../../src/server/simulator.js'
import { controlOf } from '../../support/control.js'
import { startStore, type TestStore } from '../../support/redis.js'
import { settingsFor } from '../../support/settings.js'
import { until } from '../../support/until.js'
import { patiently } from './support.js'

export let store: TestStore
export let simulators: RunningSimulator[] = []
export const bugs: string[] = []
export const troubles: string[] = []

/** To be called by each file of tests: ends what `start` has begun. */
export function afterEachStop(): void {
  afterEach(async () => {
    await Promise.all(simulators.map((simulator) => simulator.stop()))
    simulators = []
    await store.stop()
  })
}

/** Two replicas with sessions `a` and `b`; `a` has a rule. */
export async function start(): Promise<void> {
  store = await startStore()
  for (const all of [bugs, troubles]) all.length = 0
  await join()
  await join()
  const rules = [{ fault: { status: 418 } }]
  await patiently(() => controlOf(simulators[0].url).post('/sessions', { id: 'a', scenario: { rules } }))
  await patiently(() => controlOf(simulators[0].url).post('/sessions', { id: 'b' }))
}

export async function join(): Promise<void> {
  const onBug = (error: unknown) => void bugs.push(String(error))
  const onTrouble = (error: unknown) => void troubles.push(String(error))
  simulators.push(await startServer(settingsFor({ store: store.url }), onBug, {}, { onTrouble }))
}

export const ask = async (path: string, n = 0): Promise<readonly [status: number, error: string | null]> => {
  const reply = await fetch(simulators[n].url + path)
  await reply.arrayBuffer()
  return [reply.status, reply.headers.get('x-gmx-sim-error')]
}
export const soon = (path: string, status: number, n = 0) =>
  until(async () => expect([path, ...(await ask(path, n))].slice(0, 2)).toEqual([path, status]))

let version = Date.now() * 2000
/** Overwrites fields of a document as its next version. */
export async function write(id: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await store.client.hset(`{gmx-sim}:session:${id}`, { ...fields, version: String(++version) })
  await store.client.xadd('{gmx-sim}:log', '*', 'by', 'nobody', 'id', id, 'version', String(version))
}
