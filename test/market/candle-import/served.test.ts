/** Candles that the simulator serves are read from the saved reply, and served again digit for digit. */
import { expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/testing/start.js'
import { candleFolder } from '../../support/candle-files.js'

const { read, pathOf } = candleFolder()

test.each([
  ['arbitrum', '/prices/candles?tokenSymbol=ETH&period=1h&limit=5'],
  ['arbitrum api', '/v1/prices/ohlcv?symbol=ETH&timeframe=1h&limit=5'],
  ['arbitrum api', '/v1/prices/ohlcv?symbol=ETH&timeframe=1d&limit=3'],
] as const)('%s %s', async (place, path) => {
  const [network, base = 'primary'] = place.split(' ') as ['arbitrum', 'api'?]
  const clock = { at: '2026-03-01T12:00:00Z', mode: 'frozen' } as const
  await using recorded = await startSimulator({ seed: '42', clock })
  const reply = await (await recorded.fetch(`${recorded.baseUrl(network, base)}${path}`)).text()
  const { rows, holes } = await read(reply)
  expect([rows, holes]).toEqual([path.endsWith('3') ? 3 : 5, 0])
  await using replayed = await startSimulator({
    seed: 'another',
    clock,
    scenario: { prices: { ETH: { candles: pathOf('candles') } } },
  })
  const again = await (await replayed.fetch(`${replayed.baseUrl(network, base)}${path}`)).json()
  const candlesIn = (body: unknown) =>
    Array.isArray(body) ? body.slice(0, -1) : Object(body).candles.slice(1)
  expect(candlesIn(again)).toEqual(candlesIn(JSON.parse(reply)))
})
