import { test } from 'vitest'
import type { Endpoint } from '../../src/endpoints/define.js'
import {
  createSimulator,
  type RunningSimulator,
  type Simulator,
  startSimulator,
} from '../../src/simulator.js'
import { settingsFor, type Typed } from './settings.js'

export { settingsFor, type Typed }

const failOnBug = (error: unknown): never => {
  throw error
}

export const createTestSimulator = (typed: Typed = {}): Promise<Simulator> =>
  createSimulator(settingsFor(typed), failOnBug)

const isMany = process.env['GMX_SIM_TEST_REPLICAS'] !== undefined
/** How many servers answer as one. */
export const SERVERS = isMany ? 3 : 1

/** Declares a test that makes sense for one server only: over replicas it does not exist, and so is not skipped. */
export function testAlone(name: string, run: () => Promise<void>): void {
  if (!isMany) test(name, run)
}

/** On a port; in the lane `replicas`, which sets GMX_SIM_TEST_REPLICAS, as three replicas that answer as one. */
export const startTestSimulator = async (typed: Typed = {}): Promise<RunningSimulator> => {
  if (isMany) return (await import('./replicas.js')).asOne(typed)
  return startAlone(typed)
}

/** One server, whatever is said of replicas: what others are compared with. */
export const startAlone = (typed: Typed = {}): Promise<RunningSimulator> =>
  startSimulator(settingsFor(typed), failOnBug)

/** Path and query of an endpoint with the examples that it declares. */
export function exampleOf(endpoint: Endpoint): string {
  const query = Object.entries(endpoint.params).flatMap(([name, { example }]) =>
    example === undefined ? [] : [`${name}=${encodeURIComponent(example)}`],
  )
  return query.length === 0 ? endpoint.path : `${endpoint.path}?${query.join('&')}`
}
