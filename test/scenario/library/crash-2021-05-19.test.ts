import { expect, test } from 'vitest'
import type { WireTicker } from '../../support/ask.js'
import { play } from '../../support/library.js'

test('crash of 2021-05-19: through the errors at the worst of it a client still sees the low and the way back', async () => {
  const { client, pass, counts } = await play('crash-2021-05-19')
  const get = client()
  const tickers = async () => {
    const { body, tries } = await get<WireTicker[]>('/prices/tickers')
    const price = (symbol: string, decimals: number) =>
      Number(body.find(({ tokenSymbol }) => tokenSymbol === symbol)?.medianPrice) / 10 ** (30 - decimals)
    return { btc: price('BTC', 8), eth: price('ETH', 18), tries }
  }
  const early = await tickers()
  expect(early.tries).toEqual(['primary 200'])
  expect([early.btc, early.eth]).toEqual([39_678, 3000])
  pass('461m')
  // Every second request to a primary fails; a second later the other one tells a price near the low.
  const worst = await tickers()
  expect(worst.tries).toEqual(['primary 503', 'primary 200'])
  expect(Math.abs(worst.btc - 30_000)).toBeLessThan(500)
  expect(Math.abs(worst.eth - 1888)).toBeLessThan(50)
  pass('470m')
  const back = await tickers()
  expect(back.btc).toBeGreaterThan(38_000)
  expect(back.eth).toBeGreaterThan(2500)
  expect(back.tries).toEqual(['primary 200'])
  expect(counts()).toEqual({ 'primary 200': 3, 'primary 503 overloaded': 1 })
})
