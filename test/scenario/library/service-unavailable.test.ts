import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('service unavailable: an error in JSON, and the fallbacks are healthy', async () => {
  const { bases, client, pass } = await play('service-unavailable')
  const get = client()
  pass('10s')
  const reply = await fetch(`${bases.primary}/prices/tickers`)
  expect([reply.status, await reply.json()]).toEqual([
    503,
    { error: { code: 503, message: 'Service Unavailable' } },
  ])
  expect((await get('/prices/tickers')).tries.at(-1)).toBe('fallback 200')
  pass('60s')
  expect((await get('/prices/tickers')).tries).toEqual(['primary 200'])
})
