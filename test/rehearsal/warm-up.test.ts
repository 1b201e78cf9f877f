/** How long a client is watched before the incident. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rehearse } from '../../src/entrypoints/index.js'

test.each([
  ['ten requests per second', 100, undefined, 10_000],
  ['two per second', 500, undefined, 12_000],
  ['one per second: no longer than this', 1000, undefined, 20_000],
  ['one per second, with a time given', 1000, '3s', 3000],
] as const)('%s', async (_name, everyMs, warmUp, expectedMs) => {
  const report = await rehearse({
    scenarios: [{ rules: [{ when: { until: '1s' }, fault: { status: 500 } }] }],
    client: async ({ baseUrl, fetch, signal }) => {
      while (!signal.aborted) {
        void fetch(`${baseUrl('arbitrum')}/prices/tickers`).catch(() => {})
        await sleep(everyMs)
      }
    },
    coolDown: '1s',
    ...(warmUp && { warmUp }),
  })
  const [{ toMs }] = report.scenarios[0].phases
  expect(Math.abs(toMs - expectedMs), `${toMs} ms`).toBeLessThanOrEqual(500)
})
