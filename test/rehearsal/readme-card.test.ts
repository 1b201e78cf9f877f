/** The card of README.md is real: its client, in process; and the example client passes. */
import { expect, test } from 'vitest'
import { PriceClient } from '../../examples/failover-client/client.js'
import { matchers, type RehearsedClient, rehearse } from '../../src/entrypoints/index.js'
import { DRILL } from '../../src/rehearsal/drill.js'
import { isShown } from '../../tools/generate/doc-blocks.js'
import { parsed, textOf } from '../support/documents.js'

const [saved, ran] = parsed[0].blocks.filter(({ text }) => /toPassRehearsal|drill\.test/.test(text))
const [clientText] = /^async function client[\s\S]*?^}$/m.exec(saved.text) ?? []

test('README: the card is that of its client', async () => {
  const client = new Function(`return ${clientText}`)() as (client: RehearsedClient) => Promise<void>
  const card = matchers.toPassRehearsal(await rehearse({ client })).message()
  // Wrapped at another width.
  const inOneLine = (output: string) => output.replaceAll(/\s+/g, ' ')
  const wanted = { language: 'text', text: inOneLine(ran.shown?.text ?? '') }
  if (!isShown(wanted, inOneLine(card))) expect(card).toBe(ran.shown?.text)
})

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
