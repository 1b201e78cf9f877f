import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('connection resets: a client retries at once, and takes a body that breaks off for a failure', async () => {
  const { client, counts, simulator } = await play('connection-resets')
  const get = client({ backoffMs: 0, triesPerBase: 3 })
  const before = simulator.session.nowMs()
  const tries: string[] = []
  for (let n = 0; n < 8; n++) tries.push(...(await get('/prices/tickers')).tries)
  const reset = 'primary ECONNRESET'
  const good = 'primary 200'
  expect(tries).toEqual([
    good,
    good,
    reset,
    good,
    reset,
    reset,
    good,
    good,
    reset,
    reset,
    good,
    reset,
    good,
    good,
  ])
  expect(simulator.session.nowMs()).toBe(before)
  expect(counts()).toEqual({
    'primary 200': 8,
    'primary - before-the-reply': 4,
    'primary 200 inside-the-body': 2,
  })
})
