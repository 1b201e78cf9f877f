import { expect, test } from 'vitest'
import { NoAnswer } from '../../support/client.js'
import { play } from '../../support/library.js'

const CANDLES = '/prices/candles?tokenSymbol=ETH&period=1m'

test('bad-request: a client does not retry, and keeps using the primary', async () => {
  const { client, pass, counts } = await play('bad-request')
  const get = client()
  expect((await get(CANDLES)).tries).toEqual(['primary 200'])
  pass('5s')
  await expect(get(CANDLES)).rejects.toThrow(NoAnswer)
  expect((await get('/prices/tickers')).tries).toEqual(['primary 200'])
  pass('20s')
  expect((await get(CANDLES)).tries).toEqual(['primary 200'])
  expect(counts()).toEqual({ 'primary 200': 3, 'primary 400 unreadable': 1 })
})
