/** The drill as the documents describe it, and the example client. */
import { expect, test } from 'vitest'
import { PriceClient } from '../../examples/failover-client/client.js'
import { type RehearsedClient, rehearse } from '../../src/entrypoints/index.js'
import { DRILL } from '../../src/rehearsal/drill.js'
import { textOf } from '../support/documents.js'

test.each(['README.md', 'docs/rehearsal.md'])('%s: the length of the drill', (file) => {
  const counts = [...textOf(file).matchAll(/(\d+) incidents/g)].map(([, count]) => Number(count))
  expect([...new Set(counts)]).toEqual([DRILL.length])
})

test('the example client passes with a fallback', async () => {
  const report = await rehearse({
    scenarios: ['primary-down'],
    ...({ warmUp: '5s', incident: '30s', coolDown: '10s' } as const),
    /** As main.js of the example. */
    async client({ baseUrl, fetch, observe, signal }: RehearsedClient) {
      const bases = ['primary', 'fallback'].map((base) => baseUrl('arbitrum', base))
      const client = new PriceClient(bases, { fetch, signal })
      while (!signal.aborted) {
        const rows = (await client.tickers().catch(() => [])) as { tokenSymbol: string; minPrice: string }[]
        const eth = rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')
        if (eth !== undefined) observe({ symbol: 'ETH', price: eth.minPrice, raw: true })
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    },
  })
  expect(report.verdict).toBe('pass')
})
