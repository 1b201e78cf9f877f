import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('Retry-After as a date: five seconds ahead, and the fallbacks are healthy', async () => {
  const { bases, pass } = await play('retry-after-date')
  pass('10s')
  const reply = await fetch(`${bases.primary}/prices/tickers`)
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, 'Sun, 01 Mar 2026 12:00:15 GMT'])
  expect((await fetch(`${bases.fallback}/prices/tickers`)).status).toBe(200)
  pass('30s')
  expect((await fetch(`${bases.primary}/prices/tickers`)).status).toBe(200)
})
