import { expect, test } from 'gmx-sim/vitest'

test('the fallback has prices while the primary is down', async ({ sim }) => {
  await sim.loadScenario('primary-down')
  await sim.clock.advance('30s')
  await expect(fetch(`${sim.baseUrl('arbitrum')}/prices/tickers`)).rejects.toThrow()
  expect((await fetch(`${sim.baseUrl('arbitrum', 'fallback')}/prices/tickers`)).status).toBe(200)
})
