import type { Endpoint } from '../../src/endpoints/define.js'
import type { OptionName } from '../../src/options.js'
import { readSettings } from '../../src/settings.js'
import {
  createSimulator,
  type RunningSimulator,
  type Simulator,
  startSimulator,
} from '../../src/simulator.js'

export type Typed = Partial<Record<OptionName, string>>

/** Settings as the command line would read them: frozen at a fixed instant unless told otherwise, on any free port. */
export const settingsFor = (typed: Typed = {}) =>
  readSettings({ clock: 'frozen', at: '2026-03-01T12:00:07.450Z', port: '0', ...typed }, {})

const failOnBug = (error: unknown): never => {
  throw error
}

export const createTestSimulator = (typed: Typed = {}): Promise<Simulator> =>
  createSimulator(settingsFor(typed), failOnBug)

/** On a port; where GMX_SIM_TEST_REPLICAS is set, as by `test/store/again.test.ts`, as three replicas that answer as one. */
export const startTestSimulator = async (typed: Typed = {}): Promise<RunningSimulator> => {
  if (process.env['GMX_SIM_TEST_REPLICAS']) return (await import('./replicas.js')).asOne(typed)
  return startSimulator(settingsFor(typed), failOnBug)
}

/** Path and query of an endpoint with the examples that it declares. */
export function exampleOf(endpoint: Endpoint): string {
  const query = Object.entries(endpoint.params).flatMap(([name, { example }]) =>
    example === undefined ? [] : [`${name}=${encodeURIComponent(example)}`],
  )
  return query.length === 0 ? endpoint.path : `${endpoint.path}?${query.join('&')}`
}
