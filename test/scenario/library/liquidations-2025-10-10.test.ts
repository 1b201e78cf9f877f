import { expect, test } from 'vitest'
import type { WireCandles, WireTicker } from '../../support/ask.js'
import { play } from '../../support/library.js'

/** Price strings are USD x 10^(30 - decimals). */
const DECIMALS = { BTC: 8, ETH: 18, SOL: 9 } as const

test('liquidations of 2025-10-10: a client sees the reported lows at their minutes, and candles that hold them', async () => {
  const { client, pass, counts } = await play('liquidations-2025-10-10')
  const get = client()
  const usd = async (symbol: keyof typeof DECIMALS): Promise<number> => {
    const { body } = await get<WireTicker[]>('/prices/tickers')
    const row = body.find(({ tokenSymbol }) => tokenSymbol === symbol)
    return Number(row?.medianPrice) / 10 ** (30 - DECIMALS[symbol])
  }
  expect([await usd('BTC'), await usd('ETH'), await usd('SOL')]).toEqual([116_200, 3975, 205])
  pass('26m')
  expect([await usd('ETH'), await usd('SOL')]).toEqual([3436, 174])
  pass('4m')
  expect(await usd('BTC')).toBe(104_782)
  pass('41m')
  expect(await usd('BTC')).toBe(110_563.5)
  const { body } = await get<WireCandles>('/prices/candles?tokenSymbol=BTC&period=1m&limit=72')
  const lows = body.candles.map(([, , , low]) => low)
  expect(Math.min(...lows)).toBeLessThanOrEqual(104_782)
  expect(Math.min(...lows)).toBeGreaterThan(95_000)
  expect(counts()).toEqual({ 'primary 200': 8 })
})
