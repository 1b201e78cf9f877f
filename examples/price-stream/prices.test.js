import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSimulator } from 'gmx-sim'
import { watchPrices } from './prices.js'

/** A simulator whose clock stands still, and the sources of the first two prices that the client reports. */
async function sourcesUnder(t, scenario) {
  const sim = await startSimulator({ clock: { mode: 'frozen' }, ...(scenario && { scenario }) })
  t.after(() => sim.stop())
  const sources = []
  const over = new AbortController()
  await watchPrices({
    bases: [sim.baseUrl('arbitrum', 'api'), sim.baseUrl('arbitrum', 'api-fallback')],
    fetch: sim.fetch,
    WebSocket: sim.WebSocket,
    signal: over.signal,
    async onPrices(prices, source) {
      if (sources.push(source) === 2) over.abort()
      assert.deepEqual(prices, await sim.ask('arbitrum', 'api-prices-tickers'))
    },
  })
  return sources
}

test('prices come from the stream, and once over REST', async (t) => {
  assert.deepEqual((await sourcesUnder(t)).toSorted(), ['rest', 'stream'])
})

test('and from REST alone while the stream is silent', async (t) => {
  const silent = { rules: [{ match: { endpoint: 'stream' }, fault: { silent: true } }] }
  assert.deepEqual(await sourcesUnder(t, silent), ['rest', 'rest'])
})
