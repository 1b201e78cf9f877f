import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('primary hangs: a client that gives up gets its answer from the fallback', async () => {
  const { client, pass, counts, givesUpOn } = await play('primary-hangs')
  const get = client({ triesPerBase: 1, patience: givesUpOn('hanging') })
  expect((await get('/prices/tickers')).tries).toEqual(['primary 200'])
  pass('10s')
  expect((await get('/prices/tickers')).tries).toEqual(['primary timeout', 'fallback 200'])
  pass('40s')
  expect((await get('/prices/tickers')).tries).toEqual(['primary 200'])
  expect(counts()).toEqual({ 'primary 200': 2, 'primary - hanging': 1, 'fallback 200': 1 })
})
