import { expect, test } from 'vitest'
import { NoAnswer } from '../../support/client.js'
import { play } from '../../support/library.js'

test('error bursts: growing backoff rides out two seconds of 500s', async () => {
  const { client, pass, counts } = await play('error-bursts')
  pass('5s')
  const { tries } = await client({ triesPerBase: 4 })('/prices/tickers')
  // After 0.5, 1 and 2 seconds: 3.5 in all.
  expect(tries).toEqual(['primary 500', 'primary 500', 'primary 500', 'primary 200'])
  expect(counts()).toEqual({ 'primary 500 first-burst': 3, 'primary 200': 1 })
})

test('error bursts: five seconds are too long for the same client, at whatever address', async () => {
  const { bases, client, pass, counts } = await play('error-bursts')
  pass('20s')
  const failure = await client({ bases: { primary: bases.primary }, triesPerBase: 4 })(
    '/prices/tickers',
  ).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NoAnswer)
  const { tries } = await client()('/prices/tickers')
  expect(tries).toEqual([
    'primary 500',
    'primary 500',
    'fallback 500',
    'fallback 500',
    'fallback-2 500',
    'fallback-2 200',
  ])
  expect(counts()).toEqual({
    'primary 500 long-burst': 6,
    'fallback 500 long-burst': 2,
    'fallback-2 500 long-burst': 1,
    'fallback-2 200': 1,
  })
})

test('error bursts: the end of one is not the end of the trouble, and ping names its database', async () => {
  const { bases, pass, counts } = await play('error-bursts')
  pass('40s')
  const reply = await fetch(`${bases.fallback}/ping`)
  expect([reply.status, await reply.json()]).toEqual([500, { errors: ['db is unavailable'] }])
  pass('1s')
  expect((await fetch(`${bases.fallback}/ping`)).status).toBe(200)
  expect(counts()).toEqual({ 'fallback 500 last-burst': 1, 'fallback 200': 1 })
})
