/**
 * For node:test: `const sim = await simulate(t)` is a fresh session of this test, named after it, ended with it; if the
 * test fails, its journal is among the test's diagnostics.
 */
import assert from 'node:assert/strict'
import { after, type TestContext } from 'node:test'
import type { JournalFilter, SessionOptions, Simulator, SimulatorSession } from './api.js'
import { tableOf } from './journal.js'
import { type MatcherResult, matchers, type ReceivedOptions } from './matchers.js'
import { sessionIdFor } from './naming.js'
import { startSimulator } from './start.js'

/** One for all tests of the file, started with the first that asks for it. */
let starting: Promise<Simulator> | undefined
after(async () => (await starting)?.stop())

export async function simulate(test: TestContext, options: SessionOptions = {}): Promise<SimulatorSession> {
  starting ??= startSimulator()
  const simulator = await starting
  const sim = await simulator.session({ id: sessionIdFor(test.name), ...options })
  test.after(async () => {
    // Older versions of Node do not tell whether the test has passed.
    const { passed = true } = test as { readonly passed?: boolean }
    if (!passed) test.diagnostic(`the journal of ${sim.id}:\n${tableOf(sim.journal.entries())}`)
    await sim.stop()
  })
  return sim
}

/** Throws an AssertionError unless requests came: at least one that fits, or exactly `times`. */
export function assertReceived(
  sim: SimulatorSession,
  filter?: JournalFilter,
  options?: ReceivedOptions,
): void {
  demand(matchers.toHaveReceived(sim, filter, options))
}

/** Throws an AssertionError unless the client let the time of every Retry-After pass. */
export function assertHonouredRetryAfter(sim: SimulatorSession): void {
  demand(matchers.toHaveHonouredRetryAfter(sim))
}

function demand({ pass, message }: MatcherResult): void {
  assert.ok(pass, message())
}
