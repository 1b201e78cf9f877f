/** Several replicas in this process, over a store and behind a load balancer of their own. */
import { expect } from 'vitest'
import { type RunningSimulator, startSimulator } from '../../src/simulator.js'
import { type Balancer, startBalancer } from './haproxy.js'
import { startStore, type TestStore } from './redis.js'
import { settingsFor, type Typed } from './settings.js'

export interface Replicas {
  /** The balancer's. */
  readonly url: string
  readonly simulators: readonly RunningSimulator[]
  readonly store: TestStore
  /** What was not as it should be with the store. */
  readonly troubles: readonly unknown[]
  /** Stops one of them before all others. */
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
  // Whoever watches is told that the servers stop: by the balancer, which goes later.
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
    balancer = await startBalancer(simulators.map(portOf), more)
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

/** Where leases are not what is looked at, no stall of a busy machine ends them. */
export const LONG_LEASE_MS = 10 * 60_000

/** One more, of settings that name a store. */
export function startReplica(
  typed: Typed,
  onTrouble: (error: unknown) => void = () => {},
  leaseMs: number | undefined = LONG_LEASE_MS,
): Promise<RunningSimulator> {
  const onBug = (error: unknown): never => {
    throw error
  }
  return startSimulator(settingsFor(typed), onBug, {}, { onTrouble, leaseMs })
}

export const portOf = ({ url }: { readonly url: string }): number => Number(new URL(url).port)

/** Three replicas in the place of one simulator, for suites that know of one. */
export async function asOne(typed: Typed): Promise<RunningSimulator> {
  // A connection that a server ends because nothing came over it must not be one over which something is just being sent.
  const { url, simulators, stop } = await startReplicas(3, typed, ['option http-server-close'])
  const [first] = simulators
  const port = new URL(url).host
  const moved = (base: string) => base.replace(new URL(first.url).host, port)
  const baseUrls = JSON.parse(moved(JSON.stringify(first.baseUrls)))
  // Which of them answers is nobody's business.
  return { ...first, url, baseUrls, instanceId: expect.any(String) as unknown as string, stop }
}
