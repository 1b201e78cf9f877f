import { expect, test } from 'vitest'
import { ask, type WireCandles, type WireTicker } from '../../support/ask.js'
import { play } from '../../support/library.js'

test('flash crash: ETH loses 30 % on every network and is back to 3 % below', async () => {
  const { simulator, pass } = await play('flash-crash')
  const calm = (await play('flash-crash')).simulator
  calm.session.loadScenario(undefined)
  /** How far each token is from back to its own course, in whole per cent. */
  const offs = async (network: 'arbitrum' | 'avalanche', symbols: string[]): Promise<number[]> => {
    calm.session.clock.set({ atMs: simulator.session.nowMs() })
    const [here, there] = await Promise.all(
      [simulator, calm].map(({ session }) => ask<WireTicker[]>(session, network, 'tickers')),
    )
    const priceOf = (rows: WireTicker[], symbol: string) =>
      Number(rows.find((row) => row.tokenSymbol === symbol)?.medianPrice)
    return symbols.map((symbol) => Math.round((priceOf(here, symbol) / priceOf(there, symbol) - 1) * 100))
  }
  expect(await offs('arbitrum', ['ETH', 'BTC', 'LINK'])).toEqual([0, 0, 0])
  pass('50s')
  expect(await offs('arbitrum', ['ETH', 'BTC', 'LINK'])).toEqual([-30, -7, 0])
  expect(await offs('avalanche', ['ETH', 'SOL', 'AVAX'])).toEqual([-30, -7, 0])
  pass('10m')
  expect(await offs('arbitrum', ['ETH', 'BTC', 'LINK'])).toEqual([-3, -1, 0])
})

test('flash crash: visible in 1m candles, without failed requests or rules', async () => {
  const { client, pass, counts } = await play('flash-crash')
  pass('5m')
  const { body } = await client()<WireCandles>('/prices/candles?tokenSymbol=ETH&period=1m&limit=6')
  const lows = body.candles.map(([, open, , low]) => low / open)
  expect(lows.indexOf(Math.min(...lows))).toBe(5) // 12:00, the oldest of six
  expect(Math.min(...lows)).toBeLessThan(0.72)
  expect(counts()).toEqual({ 'primary 200': 1 })
})
