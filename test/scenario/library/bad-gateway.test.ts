import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('bad gateway: a web page with status 502, and the fallbacks are healthy', async () => {
  const { bases, client, pass } = await play('bad-gateway')
  const get = client()
  pass('10s')
  const reply = await fetch(`${bases.primary}/prices/tickers`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([502, 'text/html'])
  expect(await reply.text()).toContain('<h1>502 Bad Gateway</h1>')
  expect((await get('/prices/tickers')).tries.at(-1)).toBe('fallback 200')
  pass('60s')
  expect((await get('/prices/tickers')).tries).toEqual(['primary 200'])
})
