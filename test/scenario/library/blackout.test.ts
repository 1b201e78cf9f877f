import { expect, test } from 'vitest'
import { NoAnswer } from '../../support/client.js'
import { play } from '../../support/library.js'

test('blackout: a client gives up after a few tries, keeps its data, and recovers', async () => {
  const { client, pass, counts } = await play('blackout')
  const get = client()
  let last = (await get<unknown[]>('/prices/tickers')).body
  const poll = async (): Promise<string> => {
    try {
      const { body, tries } = await get<unknown[]>('/prices/tickers')
      last = body
      return tries.join(', ')
    } catch (error) {
      expect(error).toBeInstanceOf(NoAnswer)
      return 'last prices'
    }
  }
  pass('10s')
  // Two tries at each of three addresses, half a second apart: a poll every ten seconds is no hammering.
  expect(await poll()).toBe('last prices')
  pass('10s')
  expect(await poll()).toBe('last prices')
  expect(last.length).toBeGreaterThan(100)
  pass('17s') // 40 s are over, and Retry-After asks for 5 more each time
  expect(await poll()).toBe('primary 503, primary 503, fallback 503, fallback 200')
  expect(counts()).toEqual({
    'primary 200': 1,
    'primary - gone': 4,
    'fallback - gone': 4,
    'fallback-2 - gone': 4,
    'primary 503 starting': 2,
    'fallback 503 starting': 1,
    'fallback 200': 1,
  })
})
