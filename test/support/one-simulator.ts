/** One simulator for all tests of a file, reset for each. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { controlOf } from './control.js'
import { startTestSimulator, type Typed } from './simulator.js'

/** Call once, at the top of a file. */
export function oneSimulator(typed: Typed = {}) {
  let running: RunningSimulator
  const simulator = () => running
  const control = controlOf(() => running.url)
  beforeAll(async () => {
    running = await startTestSimulator(typed)
  })
  beforeEach(() => control.post('/reset'))
  afterAll(() => running?.stop())
  return {
    simulator,
    /** A client of its control API. */
    control,
    /** Body of a control API call. */
    bodyOf: async (path: string) => (await control.get(path)).body,
    /** Sends a request to the simulated API: `ask('/arbitrum/ping')`. */
    ask: (path: string, init?: RequestInit) => fetch(`${running.url}${path}`, init),
  }
}
