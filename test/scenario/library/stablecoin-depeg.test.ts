import { expect, test } from 'vitest'
import type { WireTicker } from '../../support/ask.js'
import { play } from '../../support/library.js'

test('stablecoin depeg: a client that prices USDC sees it lose its peg and nearly find it again', async () => {
  const { client, pass, counts } = await play('stablecoin-depeg')
  const get = client()
  /** USD; both have 6 decimals, and a price string is USD x 10^(30 - 6). */
  const usd = async (symbol: string): Promise<number> => {
    const { body } = await get<WireTicker[]>('/prices/tickers')
    return Number(body.find((row) => row.tokenSymbol === symbol)?.medianPrice) / 1e24
  }
  expect(await usd('USDC')).toBeCloseTo(1, 1)
  pass('10m')
  expect(await usd('USDC')).toBeGreaterThan(0.87)
  expect(await usd('USDC')).toBeLessThan(0.89)
  expect(await usd('USDT')).toBeGreaterThan(0.99)
  pass('1h')
  expect(await usd('USDC')).toBeGreaterThan(0.985)
  expect(await usd('USDC')).toBeLessThan(1)
  expect(counts()).toEqual({ 'primary 200': 6 })
})
