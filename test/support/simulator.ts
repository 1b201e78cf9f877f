import { test } from 'vitest'
import { type Endpoint, examplePath } from '../../src/api/endpoints/define.js'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import type { NetworkName } from '../../src/market/catalogue/names.js'
import { BUILT_IN } from '../../src/market/catalogue/networks.js'
import {
  createSimulator,
  type RunningSimulator,
  type SimulatorCore,
  startServer,
} from '../../src/server/simulator.js'
import { settingsFor, type Typed } from './settings.js'

export { settingsFor, type Typed }

const failOnBug = (error: unknown): never => {
  throw error
}

export const createTestSimulator = (typed: Typed = {}): Promise<SimulatorCore> =>
  createSimulator(settingsFor(typed), failOnBug)

const isMany = process.env['GMX_SIM_TEST_REPLICAS'] !== undefined
/** Number of servers that answer as one. */
export const SERVERS = isMany ? 3 : 1

/** Declares a test for a single server only: not declared over replicas, and so not skipped. */
export function testAlone(name: string, run: () => Promise<void>): void {
  if (!isMany) test(name, run)
}

/** On a port; three replicas behind one address in the lane `replicas`, which sets GMX_SIM_TEST_REPLICAS. */
export const startTestSimulator = async (typed: Typed = {}): Promise<RunningSimulator> => {
  if (isMany) return (await import('./replicas.js')).asOne(typed)
  return startAlone(typed)
}

/** A single server in every lane, as a reference. */
export const startAlone = (typed: Typed = {}): Promise<RunningSimulator> =>
  startServer(settingsFor(typed), failOnBug)

/** The prefix of the first base address of a network that serves an endpoint. */
export function homeOf({ generation }: Endpoint, network: NetworkName): string {
  return BUILT_IN.of(network, generation ?? 1)[0].prefix
}

/** Path and query of an endpoint with its declared examples, on a built-in network. */
export function exampleOf(endpoint: Endpoint, network: NetworkName = 'arbitrum'): string {
  return examplePath(endpoint, loadCatalogue().networks[network], true)
}
