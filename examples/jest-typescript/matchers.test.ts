/** In the test's own process: needs Node 24.9 or newer and NODE_OPTIONS=--experimental-vm-modules. */
import { expect, test } from '@jest/globals'
import { matchers, startSimulator } from 'gmx-sim'

expect.extend(matchers)

test('the primary is asked once', async () => {
  const sim = await startSimulator()
  await fetch(`${sim.baseUrl('arbitrum')}/prices/tickers`)
  expect(sim).toHaveReceived({ endpoint: 'tickers' }, { times: 1 })
  expect(sim).not.toHaveReceived({ base: 'fallback' })
  await sim.stop()
})
