/** `rehearse` for code: scenarios played to a client in process, and what it did, graded. */
import type { Report } from '../rehearsal/report.js'
import type { Timeline } from '../rehearsal/timeline.js'
import type { RehearseOptions } from './rehearse-options.js'

/**
 * Plays scenarios to a client and grades what it does. While it lasts, the timers, `Date` and `performance` of the process
 * are fake. Rejects with a UserError for a scenario that cannot be used.
 *
 * @example
 * const report = await rehearse({
 *   scenarios: ['primary-down'],
 *   client: async ({ baseUrl, fetch, observe, signal }) => {
 *     while (!signal.aborted) {
 *       const reply = await fetch(`${baseUrl('arbitrum')}/prices/tickers`)
 *       …
 *     }
 *   },
 * })
 * report.verdict // 'pass'
 */
export async function rehearse(options: RehearseOptions): Promise<Report> {
  const { rehearseInProcess } = await import('./rehearse-in-process.js')
  const { report, timelines } = await rehearseInProcess(options)
  kept.set(report, timelines)
  return report
}

export type { RehearsedClient, RehearseOptions } from './rehearse-options.js'

/** For as long as somebody has the report. */
const kept = new WeakMap<Report, readonly Timeline[]>()

/** The time lines that a report was drawn from, one for each scenario. */
export function timelinesOf(report: Report): readonly Timeline[] {
  return kept.get(report) ?? []
}
