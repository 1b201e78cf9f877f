/** A simulator under a scenario of the library, and a client of it. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { BASES } from '../../../src/market/catalogue/networks.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { type ClientOptions, createClient } from '../../support/client.js'
import { SCENARIOS } from '../../support/library.js'
import { startTestSimulator } from '../../support/simulator.js'

export interface Stage {
  readonly simulator: RunningSimulator
  readonly startMs: number
  /** Base addresses of Arbitrum, the primary first. */
  readonly bases: Readonly<Record<string, string>>
  /** Advances virtual time. */
  pass(ms: number): void
  /** A client of Arbitrum whose waits take virtual time only. */
  client(options?: Partial<ClientOptions>): ReturnType<typeof createClient>
}

/** Starts a simulator under a scenario with a manual clock; stopped after the test. */
export async function stageOf(name: string): Promise<Stage> {
  const scenario = join(SCENARIOS, `${name}.yaml`)
  const simulator = await startTestSimulator({ scenario, at: '2026-03-01T12:00:00Z' })
  onTestFinished(() => simulator.stop())
  const { session, baseUrls } = simulator
  const bases = Object.fromEntries(BASES.map((base) => [base, baseUrls.arbitrum[base]]))
  const pass = (ms: number) => session.clock.advance(ms)
  const client = (options = {}) => createClient({ bases, sleep: pass, ...options })
  return { simulator, startMs: session.nowMs(), bases, pass, client }
}

/** Outcomes in the order of their first occurrence with their counts: `primary 429 x2, fallback 200`. */
export function counted(outcomes: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>()
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, count]) => (count === 1 ? outcome : `${outcome} x${count}`)).join(', ')
}

/** Aborts as soon as the rule holds another request. */
export function heldBy(rule: string, { simulator }: Stage): AbortSignal {
  const { journal } = simulator.session
  const before = journal.count({ rule })
  const controller = new AbortController()
  const timer = setInterval(() => {
    if (journal.count({ rule }) === before) return
    clearInterval(timer)
    controller.abort(new DOMException('it gives up', 'TimeoutError'))
  }, 5)
  onTestFinished(() => clearInterval(timer))
  return controller.signal
}
