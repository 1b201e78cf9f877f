/** The card of README.md's rehearsal is real: the same in process, and with a fallback the client passes. */
import { expect, test } from 'vitest'
import { PriceClient } from '../../examples/failover-client/client.js'
import type { RehearsedClient } from '../../src/entrypoints/index.js'
import type { Duration } from '../../src/scenario/input.js'
import { isShown } from '../../tools/generate/doc-blocks.js'
import { inClone } from '../support/documents.js'
import { read } from '../support/polling.js'
import { rehearse } from '../support/timelines.js'

const [{ text, shown }] = inClone.filter(
  ({ file, text }) => file === 'README.md' && text.includes(' rehearse '),
)
const lengthOf = (option: string) => new RegExp(`--${option} (\\w+)`).exec(text)?.[1] as Duration

const reportFor = (bases: readonly string[]) =>
  rehearse({
    scenarios: [/ rehearse (\S+)/.exec(text)?.[1] ?? ''],
    ...{ warmUp: lengthOf('warm-up'), incident: lengthOf('incident'), coolDown: lengthOf('cool-down') },
    /** As main.js of the example. */
    async client({ baseUrl, fetch, observe, signal }: RehearsedClient) {
      const client = new PriceClient(
        bases.map((base) => baseUrl('arbitrum', base)),
        { fetch, signal },
      )
      while (!signal.aborted) {
        const rows = (await client.tickers().catch(() => [])) as { tokenSymbol: string; minPrice: string }[]
        const eth = rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')
        if (eth !== undefined) observe({ symbol: 'ETH', price: eth.minPrice, raw: true })
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    },
  })

test('with the primary alone', async () => {
  const card = await read('text', await reportFor(['primary']))
  // Wrapped at another width.
  const inOneLine = (output: string) => output.replaceAll(/\s+/g, ' ')
  const wanted = { language: 'text', text: inOneLine(shown?.text ?? '') }
  if (!isShown(wanted, inOneLine(card))) expect(card).toBe(shown?.text)
})

test('with a fallback', async () => {
  expect((await reportFor(['primary', 'fallback'])).verdict).toBe('pass')
})
