import { expect, jest, test } from '@jest/globals'

test('the fallback has prices while the primary limits its rate', async () => {
  await sim.loadScenario({
    rules: [{ match: { base: 'primary' }, fault: { status: 429, retryAfter: '2s' } }],
  })
  expect((await fetch(`${sim.baseUrl('arbitrum')}/prices/tickers`)).status).toBe(429)
  expect((await fetch(`${sim.baseUrl('arbitrum', 'fallback')}/prices/tickers`)).status).toBe(200)
  expect(sim).toHaveReceived({ endpoint: 'tickers' }, { times: 2 })
  expect(sim).not.toHaveReceived({ endpoint: 'candles' })
})

test('what is due in a minute happens in a moment', async () => {
  jest.useFakeTimers()
  setTimeout(() => fetch(`${sim.baseUrl('arbitrum')}/ping`), 60_000)
  await sim.advance('65s', { timers: jest })
  jest.useRealTimers()
  expect(sim.journal.entries().map(({ at }) => at)).toEqual(['2026-01-01T00:01:00.000Z'])
})
