import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

const CANDLES = '/prices/candles?tokenSymbol=ETH&period=1m'

test('candles down: they alone fail, at the primary alone', async () => {
  const { client, pass } = await play('candles-down')
  pass('10s')
  expect((await client()(CANDLES)).tries.at(-1)).toBe('fallback 200')
  expect((await client()('/prices/tickers')).tries).toEqual(['primary 200'])
  pass('60s')
  expect((await client()(CANDLES)).tries).toEqual(['primary 200'])
})
