/** `rehearse` for code, in process. */
import type { Report } from '../../rehearsal/report.js'
import type { RehearseOptions } from './rehearse-options.js'

/**
 * Plays scenarios to a client and grades it. Meanwhile the timers, `Date` and `performance` of the process are fake. Rejects
 * with a UserError for an invalid scenario.
 *
 * @example
 * import { rehearse } from 'gmx-sim'
 *
 * // A client that knows one address only, and gives up when that fails.
 * const report = await rehearse({
 *   scenarios: ['primary-down'],
 *   client: async ({ baseUrl, fetch, observe, signal }) => {
 *     while (!signal.aborted) {
 *       const reply = await fetch(`${baseUrl('arbitrum')}/prices/tickers`)
 *       if (!reply.ok) throw new Error(`status ${reply.status}`)
 *       const [{ tokenSymbol, minPrice }] = await reply.json()
 *       observe({ network: 'arbitrum', symbol: tokenSymbol, price: minPrice, raw: true })
 *       await new Promise((resolve) => setTimeout(resolve, 1000))
 *     }
 *   },
 * })
 * assert.equal(report.verdict, 'fail')
 */
export async function rehearse(options: RehearseOptions): Promise<Report> {
  const { rehearseInProcess } = await import('./rehearse-in-process.js')
  return (await rehearseInProcess(options)).report
}

export type { RehearsedClient, RehearseOptions } from './rehearse-options.js'
