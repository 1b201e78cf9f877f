import { expect, test } from 'gmx-sim/vitest'
import { usdPrices } from './prices.js'

test.for(['arbitrum', 'avalanche', 'botanix'])('the SDK reads the prices of %s', async (network, { sim }) => {
  const prices = await usdPrices(network, sim.baseUrl(network))
  const [btc] = (await sim.ask(network, 'candles', { tokenSymbol: 'BTC', period: '1m', limit: 1 })).candles
  expect(prices.get('BTC')).toBeCloseTo(btc[4], 0)
  expect(sim).toHaveReceived({ network, endpoint: 'tickers' }, { times: 1 })
})

const inACrash = test.extend({ simOptions: { scenario: 'scenarios/flash-crash.yaml' } })

inACrash('a flash crash and its recovery are visible', async ({ sim }) => {
  const ethAt = async (by) => {
    await sim.clock.advance(by)
    return (await usdPrices('arbitrum', sim.baseUrl('arbitrum'))).get('ETH')
  }
  const before = await ethAt('29s')
  const bottom = await ethAt('25s')
  const after = await ethAt('5m')
  expect(bottom / before).toBeLessThan(0.75)
  expect(after / before).toBeGreaterThan(0.9)
})

test('an empty list is rejected', async ({ sim }) => {
  await sim.loadScenario({ rules: [{ match: { endpoint: 'tickers' }, fault: { partial: 0 } }] })
  await expect(usdPrices('arbitrum', sim.baseUrl('arbitrum'))).rejects.toThrow()
})
