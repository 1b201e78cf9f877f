import { expect, test } from 'vitest'
import { NoAnswer } from '../../support/client.js'
import { play } from '../../support/library.js'

test('total outage: nowhere to go for a minute, then the primary answers', async () => {
  const { client, pass, bases } = await play('total-outage')
  pass('10s')
  await expect(client()('/prices/tickers')).rejects.toThrow(NoAnswer)
  for (const base of Object.values(bases)) await expect(fetch(`${base}/ping`)).rejects.toThrow('fetch failed')
  pass('60s')
  expect((await client()('/prices/tickers')).tries).toEqual(['primary 200'])
})
