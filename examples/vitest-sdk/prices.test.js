import { expect, test } from 'gmx-sim/vitest'
import { usdPrices } from './prices.js'

test.for([
  ['arbitrum', 'ETH'],
  ['avalanche', 'BTC'],
  ['botanix', 'BTC'],
])('the SDK reads the prices of %s, such as %s', async ([network, tokenSymbol], { sim }) => {
  const prices = await usdPrices(network, sim.baseUrl(network))
  const [candle] = (await sim.ask(network, 'candles', { tokenSymbol, period: '1m', limit: 1 })).candles
  expect(prices.get(tokenSymbol)).toBeCloseTo(candle[4], 0)
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
