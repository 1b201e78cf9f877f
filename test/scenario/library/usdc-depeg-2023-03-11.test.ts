import { expect, test } from 'vitest'
import type { WireTicker } from '../../support/ask.js'
import { play } from '../../support/library.js'

test('USDC on 2023-03-11: a client that prices it sees its low of 0.8774, and one nearly again two days later', async () => {
  const { client, pass, counts } = await play('usdc-depeg-2023-03-11')
  const get = client()
  const usd = async (symbol: string): Promise<number> => {
    const { body } = await get<WireTicker[]>('/prices/tickers')
    return Number(body.find((row) => row.tokenSymbol === symbol)?.medianPrice) / 1e24
  }
  expect(await usd('USDC')).toBeCloseTo(0.98, 9)
  pass('4h')
  expect(await usd('USDC')).toBeCloseTo(0.8774, 9)
  expect(await usd('USDT')).toBeGreaterThan(0.99)
  pass('334m')
  expect(await usd('USDC')).toBeCloseTo(0.91, 9)
  pass('54h')
  expect(await usd('USDC')).toBeGreaterThan(0.98)
  expect(counts()).toEqual({ 'primary 200': 5 })
})
