/** Parts of a server that are loaded on first use. */
import { expect, test } from 'vitest'
import { serveCli } from '../../support/cli.js'

test('zod is loaded with the first schema that is read, not by a start or a reply', async () => {
  const { ready, stderr, stop } = await serveCli([], { NODE_DEBUG: 'module' })
  for (const path of ['ping', 'prices/tickers', 'prices/candles?tokenSymbol=ETH&period=1m'])
    expect((await fetch(`${ready.url}/arbitrum/${path}`)).status).toBe(200)
  expect(stderr()).not.toContain('zod.cjs')
  expect((await fetch(`${ready.url}/__sim/v1/journal`)).status).toBe(200)
  expect((await stop()).stderr).toContain('zod.cjs')
})
