/** Library scenarios, each played on its own simulator with a manual clock. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { parseDuration } from '../../src/kit/text/duration.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { ROOT } from './cli.js'
import { type ClientOptions, createClient } from './client.js'
import { startTestSimulator, type Typed } from './simulator.js'

export const SCENARIOS = join(ROOT, 'scenarios')
/** File names without `.yaml`. */
export const LIBRARY = readdirSync(SCENARIOS).map((file) => file.replace(/\.yaml$/, ''))

export interface Played {
  readonly simulator: RunningSimulator
  /** Base addresses of Arbitrum, the primary first. */
  readonly bases: Readonly<Record<string, string>>
  /** Advances virtual time by a duration such as `10s`. */
  pass(duration: string): void
  /** A client of Arbitrum whose waits take virtual time only. */
  client(options?: Partial<ClientOptions>): ReturnType<typeof createClient>
  /** Signals of a client that gives up as soon as the rule holds its request. */
  givesUpOn(rule: string): () => AbortSignal
  /** Counts of requests by base, status (- for none) and rule, such as `{ 'primary 429 too-many': 2 }`. */
  counts(): Record<string, number>
}

/** Starts a simulator under `scenarios/<name>.yaml`; stopped after the test. */
export async function play(name: string, typed: Typed = {}): Promise<Played> {
  const scenario = join(SCENARIOS, `${name}.yaml`)
  const simulator = await startTestSimulator({ scenario, at: '2026-03-01T12:00:00Z', ...typed })
  onTestFinished(() => simulator.stop())
  const { session, baseUrls } = simulator
  const bases = baseUrls.arbitrum
  return {
    simulator,
    bases,
    pass: (duration) => session.clock.advance(parseDuration(duration)),
    client: (options = {}) => createClient({ bases, sleep: (ms) => session.clock.advance(ms), ...options }),
    givesUpOn: (rule) => () => {
      const before = session.journal.count({ rule })
      const controller = new AbortController()
      const timer = setInterval(() => {
        if (session.journal.count({ rule }) === before) return
        clearInterval(timer)
        controller.abort(new DOMException('it gives up', 'TimeoutError'))
      }, 5)
      onTestFinished(() => clearInterval(timer))
      return controller.signal
    },
    counts() {
      const counts: Record<string, number> = {}
      for (const { base, status, rule } of session.journal.entries()) {
        const key = [base, status ?? '-', ...(rule === null ? [] : [rule])].join(' ')
        counts[key] = (counts[key] ?? 0) + 1
      }
      return counts
    },
  }
}
