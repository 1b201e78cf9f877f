/** Several replicas in this process, over a store and behind a load balancer. */
import { expect } from 'vitest'
import { type RunningSimulator, startServer } from '../../src/server/simulator.js'
import { type Balancer, startBalancer } from './haproxy.js'
import { startStore, type TestStore } from './redis.js'
import { settingsFor, type Typed } from './settings.js'

export interface Replicas {
  /** Address of the balancer. */
  readonly url: string
  readonly simulators: readonly RunningSimulator[]
  readonly store: TestStore
  /** Reported problems with the store. */
  readonly troubles: readonly unknown[]
  /** Stops one replica before all others. */
  stopOne(simulator: RunningSimulator): Promise<void>
  stop(): Promise<void>
}

export async function startReplicas(
  count: number,
  typed: Typed = {},
  more: readonly string[] = [],
): Promise<Replicas> {
  const store = await startStore()
  const troubles: unknown[] = []
  const simulators: RunningSimulator[] = []
  let balancer: Balancer | undefined
  // The balancer, which stops later, notifies watchers of the stop.
  const stop = async (): Promise<void> => {
    await Promise.all(simulators.map((simulator) => simulator.stop()))
    await balancer?.stop()
    await store.stop()
  }
  try {
    for (let n = 0; n < count; n++)
      simulators.push(
        await startReplica({ store: store.url, ...typed }, (error) => void troubles.push(error)),
      )
    // A replica must not close an idle connection while a request is being sent on it: after a stall of this process it would.
    balancer = await startBalancer(simulators.map(portOf), ['option http-server-close', ...more])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: balancer.url,
    simulators,
    store,
    troubles,
    async stopOne(simulator) {
      simulators.splice(simulators.indexOf(simulator), 1)
      await simulator.stop()
    },
    stop,
  }
}

/** For tests of other subjects: no stall of a busy machine is a silent store. */
export const LONG_LIMIT_MS = 10 * 60_000

/** Adds a replica, of settings that name a store. */
export function startReplica(
  typed: Typed,
  onTrouble: (error: unknown) => void = () => {},
  storeLimitMs: number | undefined = LONG_LIMIT_MS,
): Promise<RunningSimulator> {
  const onBug = (error: unknown): never => {
    throw error
  }
  return startServer(settingsFor(typed), onBug, {}, { onTrouble, storeLimitMs })
}

export const portOf = ({ url }: { readonly url: string }): number => Number(new URL(url).port)

/** Three replicas in place of one simulator, for suites that expect one. */
export async function asOne(typed: Typed): Promise<RunningSimulator> {
  const { url, simulators, stop } = await startReplicas(3, typed)
  const [first] = simulators
  const port = new URL(url).host
  const moved = (base: string) => base.replace(new URL(first.url).host, port)
  const baseUrls = JSON.parse(moved(JSON.stringify(first.baseUrls)))
  // Identifies no replica.
  return { ...first, url, baseUrls, instanceId: expect.any(String) as unknown as string, stop }
}
