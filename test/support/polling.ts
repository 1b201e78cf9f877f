/** A poller without reported prices, an incident for it, and its report as text. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RehearsedClient, Report } from '../../src/entrypoints/index.js'
import { REPORTERS, type ReportFormat } from '../../src/rehearsal/reporters/index.js'
import { timelinesOf } from './timelines.js'

export const DOWN = {
  name: 'down',
  rules: [
    {
      id: 'dead',
      match: { network: 'arbitrum', base: 'primary' },
      when: { until: '20s' },
      fault: { close: true },
    },
  ],
} as const
export const QUICK = { warmUp: '5s', coolDown: '5s' } as const

export const polling =
  (network: 'arbitrum' | 'avalanche', everyMs = 1000) =>
  async ({ baseUrl, fetch, signal }: RehearsedClient): Promise<void> => {
    while (!signal.aborted) {
      for (const base of ['primary', 'fallback'] as const) {
        const reply = await fetch(`${baseUrl(network, base)}/prices/tickers`).catch(() => undefined)
        if (reply?.ok) break
      }
      await sleep(everyMs)
    }
  }

export async function read(format: ReportFormat, report: Report): Promise<string> {
  const written = await REPORTERS[format](report, timelinesOf(report), {})
  return typeof written === 'string' ? written : [...written].join('')
}
