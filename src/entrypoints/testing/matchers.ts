/** Matchers for `expect.extend`, in the shape that vitest, Jest and Playwright share. */

import { UserError } from '../../kit/errors.js'
import { safeText } from '../../kit/text/terminal.js'
import { pluralize } from '../../kit/text/words.js'
import type { Report } from '../../rehearsal/report.js'
import { toText } from '../../rehearsal/reporters/text.js'
import { isHonoured } from '../../session/clients/retry-after.js'
import type { SimulatorSession } from './api.js'
import { filterText, tableOf } from './journal.js'
import type { JournalFilter } from './journal-api.js'
import { requireKnownKeys } from './usage-errors.js'

export interface MatcherResult {
  readonly pass: boolean
  message(): string
}

export interface ReceivedOptions {
  /** Exact number; at least one by default. */
  readonly times?: number
}

/**
 * Matchers for `expect.extend` of vitest, Jest and Playwright. The vitest and Playwright entries register them already.
 *
 * @throws UserError, by each of them, for a wrong argument or an invalid filter.
 * @example
 * import { matchers, startSimulator } from 'gmx-sim'
 *
 * const sim = await startSimulator()
 * await sim.fetch('/arbitrum/ping')
 * assert.ok(matchers.toHaveReceived(sim, { endpoint: 'ping' }, { times: 1 }).pass)
 * await sim.stop()
 */
export const matchers = {
  /** Whether at least one matching request was received, or exactly `times`. */
  toHaveReceived(
    sim: SimulatorSession,
    filter: JournalFilter = {},
    options: ReceivedOptions = {},
  ): MatcherResult {
    requireSession(sim, 'toHaveReceived')
    requireKnownKeys(options, ['times'], 'toHaveReceived')
    const { times } = options
    if (times !== undefined && !(Number.isInteger(times) && times >= 0))
      throw new UserError('times cannot be used', String(times), 'write a whole number from 0')
    const count = sim.journal.count(filter)
    const wanted = times === undefined ? 'at least one request' : pluralize(times, 'request')
    return {
      pass: times === undefined ? count > 0 : count === times,
      message: () =>
        `expected ${wanted}${filterText(filter)}, received ${pluralize(count, 'request')}; the journal:\n${tableOf(sim.journal.entries())}`,
    }
  },

  /** Whether the client waited for every Retry-After before it repeated a request. */
  toHaveHonouredRetryAfter(sim: SimulatorSession): MatcherResult {
    requireSession(sim, 'toHaveHonouredRetryAfter')
    const pauses = sim.journal.pauses()
    const tooSoon = pauses.filter((pause) => isHonoured(pause) === false)
    const lines = tooSoon.map(
      ({ after, next, waitedMs, retryAfterMs }) =>
        `  #${next?.n} was sent ${Math.round(waitedMs ?? 0)} ms after #${after.n}, whose Retry-After was ${retryAfterMs} ms`,
    )
    return {
      pass: pauses.length > 0 && tooSoon.length === 0,
      message: () => {
        const what =
          pauses.length === 0
            ? 'no reply bore a Retry-After, so there was nothing to honour'
            : tooSoon.length === 0
              ? `all ${pauses.length} were honoured`
              : `these were not honoured:\n${lines.join('\n')}`
        return `Retry-After: ${what}; the journal:\n${tableOf(sim.journal.entries())}`
      },
    }
  },

  /** Whether a client passed: `expect(await rehearse({ client })).toPassRehearsal()`. */
  toPassRehearsal(report: Report): MatcherResult {
    if (!Array.isArray((report as Partial<Report> | undefined)?.scenarios))
      throw new UserError(
        'toPassRehearsal needs a report',
        report === null ? 'null' : typeof report,
        'write expect(report), with what await rehearse() returned',
      )
    return {
      pass: report.verdict === 'pass',
      message: () =>
        `expected the client ${report.verdict === 'pass' ? 'not to pass' : 'to pass'} its rehearsal:\n${safeText(toText(report, { commandOf: callOf(report) }))}`,
    }
  },
}

/** Code that rehearses one scenario of a report again. */
function callOf({ scenarios }: Report) {
  return (index: number) => `rehearse({ scenarios: ['${scenarios[index]!.name}'], client })`
}

/** The matchers as methods of `expect(…)`, whose calls return `Result`. */
export type SimulatorMatchers<Result = void> = {
  [Name in keyof typeof matchers]: (typeof matchers)[Name] extends (of: never, ...rest: infer Rest) => unknown
    ? (...rest: Rest) => Result
    : never
}

function requireSession(sim: SimulatorSession, matcher: string): void {
  const { journal, fetch } = (sim ?? {}) as Partial<SimulatorSession>
  if (journal !== undefined && fetch !== undefined) return
  throw new UserError(
    `${matcher} needs ${journal ? 'a simulator of this process' : 'a simulator'}`,
    journal ? 'one of connect()' : sim === null ? 'null' : typeof sim,
    journal
      ? 'write expect(await sim.journal.count(filter))'
      : 'write expect(sim), with what startSimulator() or session() returned',
  )
}
