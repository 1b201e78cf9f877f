/** The client of docs/rehearsal.md. */
import type { RehearsedClient } from '../../src/entrypoints/index.js'
import { rehearse } from '../../src/entrypoints/index.js'
import { expect, test } from '../../src/entrypoints/testing/vitest.js'

const client = async ({ baseUrl, fetch, signal }: RehearsedClient) => {
  while (!signal.aborted) {
    for (const base of ['primary', 'fallback'] as const) {
      const reply = await fetch(`${baseUrl('arbitrum', base)}/prices/tickers`).catch(() => undefined)
      if (reply?.ok) break
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

test('the client fails over within two seconds', async () => {
  const report = await rehearse({ scenarios: ['primary-down'], client })
  expect(report).toPassRehearsal()
})
