/** One simulator for all tests of a file: each of them finds it as it was started. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { RunningSimulator } from '../../src/simulator.js'
import { controlOf } from './control.js'
import { startTestSimulator, type Typed } from './simulator.js'

/** To be called once, at the top of a file. */
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
    /** What a call of the control API tells. */
    bodyOf: async (path: string) => (await control.get(path)).body,
    /** What a client of the simulated API does: `ask('/arbitrum/ping')`. */
    ask: (path: string, init?: RequestInit) => fetch(`${running.url}${path}`, init),
  }
}
