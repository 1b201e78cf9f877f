/**
 * For node:test: `const sim = await simulate(t)` creates a session named after the test and ends it afterwards. A
 * failed test reports its journal as a diagnostic.
 */
import '../../kit/supported-node.js'
import assert from 'node:assert/strict'
import { after, type TestContext } from 'node:test'
import { untilDone } from '../../kit/lazy.js'
import type { Simulator, SimulatorSession } from './api.js'
import { journalTable, sessionIdFor } from './journal.js'
import type { JournalFilter } from './journal-api.js'
import { type MatcherResult, matchers, type ReceivedOptions } from './matchers.js'
import { startSimulator } from './start.js'
import type { SessionOptions } from './start-options.js'

/** Shared by all tests of the file. */
let started: Simulator | undefined
const start = untilDone(async () => {
  started = await startSimulator()
  return started
})
after(() => started?.stop())

export async function simulate(test: TestContext, options: SessionOptions = {}): Promise<SimulatorSession> {
  const simulator = await start()
  const sim = await simulator.session({ id: sessionIdFor(test.name), ...options })
  test.after(async () => {
    // Older versions of Node do not report `passed`.
    const { passed = true } = test as { readonly passed?: boolean }
    if (!passed) test.diagnostic(`the journal of ${sim.id}:\n${journalTable(sim)}`)
    await sim.stop()
  })
  return sim
}

/** Throws an AssertionError unless at least one matching request was received, or exactly `times`. */
export function assertReceived(
  sim: SimulatorSession,
  filter?: JournalFilter,
  options?: ReceivedOptions,
): void {
  demand(matchers.toHaveReceived(sim, filter, options))
}

/** Throws an AssertionError unless the client waited for every Retry-After. */
export function assertHonouredRetryAfter(sim: SimulatorSession): void {
  demand(matchers.toHaveHonouredRetryAfter(sim))
}

function demand({ pass, message }: MatcherResult): void {
  assert.ok(pass, message())
}
