/** The journal for tests. Validates filters, as a misspelt one would match nothing. */
import { UserError } from '../../kit/errors.js'
import { withoutUndefined } from '../../kit/maps.js'
import { pluralize } from '../../kit/text/words.js'
import { unknownBaseProblems } from '../../server/control/define.js'
import { match } from '../../server/control/entry-filter.js'
import { pausesIn } from '../../session/clients/retry-after.js'
import type { EntryFilter as Filter, JournalEntry } from '../../session/journal/entry.js'
import type { Session } from '../../session/session.js'
import type { SimulatorSession } from './api.js'
import type { JournalFilter, SimulatorJournal } from './journal-api.js'
import { checked, requireKnownKeys, toMs } from './usage-errors.js'

const FILTER_HINT = "write an object such as { network: 'arbitrum', endpoint: 'tickers', status: 429 }"
const MAX_SHOWN = 20

/** `over` is aborted when the session ends, as are waits. */
export function createJournalReader(sessionNow: () => Session, over: AbortSignal): SimulatorJournal {
  return {
    entries: (filter) => sessionNow().journal.entries(toFilter(sessionNow(), filter)),
    count: (filter) => sessionNow().journal.count(toFilter(sessionNow(), filter)),
    async waitFor(filter, options = {}) {
      requireKnownKeys(options, ['count', 'timeout'], 'waitFor')
      const { count = 1, timeout = '5s' } = options
      const { journal } = sessionNow()
      const wanted = toFilter(sessionNow(), filter)
      if (!(Number.isInteger(count) && count > 0))
        throw new UserError(
          'the count to wait for cannot be used',
          String(count),
          'write a whole number from 1',
        )
      const inTime = AbortSignal.timeout(toMs(timeout, 'the timeout'))
      const reached = await journal.waitFor(wanted, count, inTime, over)
      if (reached) return journal.entries(wanted)
      throw new UserError(
        `${pluralize(count, 'request')}${filterText(filter)} did not come`,
        `${journal.count(wanted)} had when ${over.aborted ? 'the session ended' : `${timeout} were over`}`,
        `see what did come:\n${tableOf(journal.entries())}`,
      )
    },
    pauses: () => pausesIn(sessionNow().journal.lines()),
    clear: () => sessionNow().journal.clear(),
  }
}

function toFilter({ catalogue }: Session, filter: JournalFilter = {}): Filter {
  const given = checked(match, filter, 'the filter', FILTER_HINT)
  const problems = unknownBaseProblems(given, catalogue.bases)
  if (problems.length > 0) throw new UserError('the filter cannot be used', problems.join('; '), FILTER_HINT)
  return withoutUndefined(given)
}

/** ` with base fallback, status 429`; empty without keys. */
export function filterText(filter: JournalFilter = {}): string {
  const given = Object.entries(withoutUndefined(filter))
  return given.length === 0 ? '' : ` with ${given.map(([key, value]) => `${key} ${value}`).join(', ')}`
}

export function tableOf(entries: readonly Readonly<JournalEntry>[]): string {
  if (entries.length === 0) return '  nothing: no request reached this session'
  const shown = entries.slice(-MAX_SHOWN).map(entryLine)
  const more = entries.length - shown.length
  return [...(more > 0 ? [`  … ${more} earlier`] : []), ...shown].join('\n')
}

/** The journal for the report of a failed test, or why there is none, as for a session that the test has ended. */
export function journalTable(sim: SimulatorSession): string {
  try {
    return tableOf(sim.journal.entries())
  } catch (error) {
    if (error instanceof UserError) return `  ${error.message}`
    throw error
  }
}

/** Adds the journal to the error of a failed test, unless a matcher did. */
export function appendJournal(error: { message: string; stack?: string }, sim: SimulatorSession): void {
  const journal = journalTable(sim)
  if (error.message.includes(journal)) return
  const message = `${error.message}\n\nthe journal of ${sim.id}:\n${journal}`
  if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => message)
  error.message = message
}

function entryLine(entry: Readonly<JournalEntry>): string {
  const { n, at, network, base, method, url, status, outcome, rule } = entry
  const reply = `${status ?? 'no reply'} ${outcome}${rule === null ? '' : ` (rule ${rule})`}`
  return `  #${n} ${at} ${network} ${base} ${method} ${url} → ${reply}`
}

/** Session ids from test names, to identify addresses and journals. */

const MAX_LENGTH = 48
/** Uses of each id, as test names may repeat. */
const given = new Map<string, number>()

/** `fails over → to the fallback` becomes `fails-over-to-the-fallback`, then `fails-over-to-the-fallback-2`. */
export function sessionIdFor(testName: string): string {
  const words = testName.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-')
  const id = words.slice(0, MAX_LENGTH).replace(/^-+|-+$/g, '') || 'test'
  const count = (given.get(id) ?? 0) + 1
  given.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}
