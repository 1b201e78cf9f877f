/** Two replicas over a store that targets attack: started with the first input, stopped by `tidy`. */
import { type RunningSimulator, startServer } from '../../src/server/simulator.js'
import { startStore, type TestStore } from '../../test/support/redis.js'
import { settingsFor } from '../../test/support/settings.js'
import { type SlowLine, startSlowLine } from '../../test/support/slow-line.js'

export interface Cluster {
  readonly store: TestStore
  /** Of the first replica; the second has one that never fails. */
  readonly line: SlowLine
  readonly simulators: readonly RunningSimulator[]
  takeBugs(): readonly string[]
}

let cluster: Promise<Cluster> | undefined

async function startCluster(): Promise<Cluster> {
  const store = await startStore('--appendonly', 'yes')
  const line = await startSlowLine(store.port, 0)
  let bugs: string[] = []
  const onBug = (error: unknown) => void bugs.push(String(error instanceof Error ? error.stack : error))
  const start = (port: number) =>
    startServer(settingsFor({ store: `redis://127.0.0.1:${port}/0` }), onBug, {}, { onTrouble() {} })
  return {
    store,
    line,
    simulators: [await start(line.port), await start(store.port)],
    takeBugs() {
      const taken = bugs
      bugs = []
      return taken
    },
  }
}

/** The cluster of all targets. */
export const theCluster = (): Promise<Cluster> => (cluster ??= startCluster())

export async function tidy(): Promise<void> {
  const started = await cluster
  cluster = undefined
  await Promise.all(started?.simulators.map((simulator) => simulator.stop()) ?? [])
  await started?.line.stop()
  await started?.store.stop()
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Far above the limit of a silent store and a reconnection, on a busy machine. */
const RECOVERY_MS = 60_000

/** Repeats a call while a replica answers that it has lost its store. */
export async function patiently<Reply extends { readonly status: number }>(
  ask: () => Promise<Reply>,
): Promise<Reply> {
  for (const endMs = performance.now() + RECOVERY_MS; ; await pause(20)) {
    const reply = await ask()
    if (reply.status !== 503 || performance.now() > endMs) return reply
  }
}
