import { expect, test } from 'vitest'
import { NoAnswer } from '../../support/client.js'
import { play } from '../../support/library.js'

test('domain outage of 2026-09-21: one domain goes, then the other, and a day later both are back', async () => {
  const { client, pass, counts } = await play('domain-outage-2026-09-21')
  const get = client()
  expect((await get('/prices/tickers')).tries).toEqual(['primary 200'])
  pass('10m')
  expect((await get('/prices/tickers')).tries).toEqual([
    'primary UND_ERR_SOCKET',
    'primary UND_ERR_SOCKET',
    'fallback UND_ERR_SOCKET',
    'fallback UND_ERR_SOCKET',
    'fallback-2 200',
  ])
  pass('30m')
  expect(await get('/prices/tickers').catch((error: unknown) => error)).toBeInstanceOf(NoAnswer)
  pass('26h')
  expect(await get('/prices/tickers').catch((error: unknown) => error)).toBeInstanceOf(NoAnswer)
  pass('30m')
  expect((await get('/prices/tickers')).tries).toEqual(['primary 200'])
  expect(counts()).toEqual({
    'primary 200': 2,
    'primary - first-domain': 6,
    'fallback - first-domain': 6,
    'fallback-2 200': 1,
    'fallback-2 - second-domain': 4,
  })
})
