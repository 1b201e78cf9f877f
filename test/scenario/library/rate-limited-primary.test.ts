import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

const TICKERS = '/prices/tickers'

test('rate-limited primary: a client fails over, and is back once the limit is gone', async () => {
  const { client, pass, counts } = await play('rate-limited-primary')
  const get = client()
  expect((await get(TICKERS)).tries).toEqual(['primary 200'])
  pass('10s')
  expect((await get(TICKERS)).tries).toEqual(['primary 429', 'primary 429', 'fallback 200'])
  expect((await get('/ping')).tries).toEqual(['primary 200'])
  pass('18s')
  expect((await get(TICKERS)).tries).toEqual(['primary 200'])
  expect(counts()).toEqual({ 'primary 200': 3, 'primary 429 too-many': 2, 'fallback 200': 1 })
})

test('rate-limited primary: one that only waits for Retry-After gets through within the 20 seconds', async () => {
  const { client, pass, counts, simulator } = await play('rate-limited-primary')
  pass('10s')
  const before = simulator.session.nowMs()
  const { tries } = await client({ triesPerBase: 20, backoffMs: 0 })(TICKERS)
  expect(tries).toEqual([...Array(10).fill('primary 429'), 'primary 200'])
  expect(simulator.session.nowMs() - before).toBe(20_000)
  expect(counts()).toEqual({ 'primary 429 too-many': 10, 'primary 200': 1 })
})
