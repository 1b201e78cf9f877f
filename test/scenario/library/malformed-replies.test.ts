import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('malformed replies: a client survives each of them and gets its prices at the sixth try', async () => {
  const { client, counts } = await play('malformed-replies')
  const { body, tries } = await client({ triesPerBase: 6 })<unknown[]>('/prices/tickers')
  expect(tries).toEqual([
    'primary no JSON',
    'primary no JSON',
    'primary HPE_INVALID_CONSTANT',
    'primary HPE_INVALID_CHUNK_SIZE',
    'primary Z_DATA_ERROR',
    'primary 200',
  ])
  expect(body.length).toBeGreaterThan(100)
  expect(counts()).toEqual({
    'primary 200 cut-json': 1,
    'primary 200 web-page': 1,
    'primary - no-http': 1,
    'primary 200 bad-chunk': 1,
    'primary 200 false-gzip': 1,
    'primary 200': 1,
  })
})
