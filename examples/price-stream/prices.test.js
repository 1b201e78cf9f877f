import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSimulator } from 'gmx-sim'
import { watchPrices } from './prices.js'

/** Resolves with the first source of prices that `isSought` accepts. */
function watching(sim, isSought) {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    watchPrices({
      bases: [sim.baseUrl('arbitrum', 'api'), sim.baseUrl('arbitrum', 'api-fallback')],
      fetch: sim.fetch,
      WebSocket: sim.WebSocket,
      signal: over.signal,
      onPrices(prices, source) {
        if (!isSought(source)) return
        over.abort()
        resolve(prices)
      },
    }).catch(reject)
  })
}

test('prices come from the stream', async () => {
  await using sim = await startSimulator()
  const prices = await watching(sim, (source) => source === 'stream')
  assert.deepEqual(prices, await sim.ask('arbitrum', 'api-prices-tickers'))
})

test('and from REST while the stream is silent', async () => {
  await using sim = await startSimulator({ scenario: 'stream-silent' })
  const prices = await watching(sim, (source) => source === 'rest')
  assert.deepEqual(prices, await sim.ask('arbitrum', 'api-prices-tickers'))
})
