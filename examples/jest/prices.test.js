import { expect, jest, test } from '@jest/globals'

test('the fallback has prices while the primary limits its rate', async () => {
  await sim.loadScenario({
    rules: [{ match: { base: 'primary' }, fault: { status: 429, retryAfter: '60s' } }],
  })
  expect((await fetch(`${sim.baseUrl('arbitrum')}/prices/tickers`)).status).toBe(429)
  expect((await fetch(`${sim.baseUrl('arbitrum', 'fallback')}/prices/tickers`)).status).toBe(200)
  expect(sim).toHaveReceived({ base: 'fallback' }, { times: 1 })
  expect(sim).toHaveHonouredRetryAfter()
})

test('live hosts in the source of a client are answered in process', async () => {
  sim.intercept({ offline: true })
  expect((await fetch('https://arbitrum-api-fallback.gmxinfra.io/ping')).status).toBe(200)
  expect(sim).toHaveReceived({ network: 'arbitrum', base: 'fallback' }, { times: 1 })
})

test('what is due in a minute happens in a moment', async () => {
  jest.useFakeTimers()
  setTimeout(() => fetch(`${sim.baseUrl('arbitrum')}/ping`), 60_000)
  await sim.advance('65s', { timers: jest })
  jest.useRealTimers()
  expect(sim.journal.entries()).toMatchObject([{ at: '2026-01-01T00:01:00.000Z', endpoint: 'ping' }])
})
