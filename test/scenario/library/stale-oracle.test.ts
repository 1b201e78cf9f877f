import { expect, test } from 'vitest'
import type { WireTicker } from '../../support/ask.js'
import { play } from '../../support/library.js'

test('stale oracle: a client that looks at updatedAt notices, one that looks at the status does not', async () => {
  const { client, pass, counts, simulator } = await play('stale-oracle')
  const { session } = simulator
  const tooOld = ([first]: readonly WireTicker[]) =>
    session.nowMs() / 1000 - first.updatedAt > 5 ? 'too old' : undefined
  const trusting = client()
  const careful = client({ check: tooOld })
  pass('10s')
  const { body: then } = await trusting<WireTicker[]>('/prices/tickers')
  pass('4s')
  expect((await careful('/prices/tickers')).tries).toEqual(['primary 200'])
  pass('20s')
  expect((await trusting<WireTicker[]>('/prices/tickers')).body).toEqual(then)
  const { body, tries } = await careful<WireTicker[]>('/prices/tickers')
  expect(tries).toEqual(['primary too old', 'primary too old', 'fallback 200'])
  expect(body[0].updatedAt).toBe(then[0].updatedAt + 24)
  pass('30s')
  expect((await careful('/prices/tickers')).tries).toEqual(['primary 200'])
  expect(counts()).toEqual({ 'primary 200 frozen': 5, 'fallback 200': 1, 'primary 200': 1 })
})
