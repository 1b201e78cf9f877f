import { expect, test } from 'vitest'
import type { WireTicker } from '../../support/ask.js'
import { play } from '../../support/library.js'

test('primary outage: a client gets through each act of it, and knows how old its prices are', async () => {
  const { client, pass, counts, givesUpOn, simulator } = await play('primary-outage')
  const get = client({ patience: givesUpOn('dead') })
  const acts: { tries: readonly string[]; ageSeconds: number }[] = []
  const act = async (): Promise<void> => {
    const { body, tries } = await get<WireTicker[]>('/prices/tickers')
    acts.push({ tries, ageSeconds: Math.floor(simulator.session.nowMs() / 1000) - body[0].updatedAt })
  }
  await act()
  pass('10s')
  await act()
  pass('18s')
  await act()
  pass('40s')
  await act()
  expect(acts).toEqual([
    { tries: ['primary 200'], ageSeconds: 0 },
    { tries: ['primary 429', 'primary 429', 'fallback 200'], ageSeconds: 6 },
    { tries: ['primary timeout', 'primary timeout', 'fallback 200'], ageSeconds: 6 },
    { tries: ['primary 200'], ageSeconds: 0 },
  ])
  expect(counts()).toEqual({
    'primary 200': 2,
    'primary 429 throttle': 2,
    'primary - dead': 2,
    'fallback 200 lagging-fallback': 2,
  })
})

test("primary-outage: the seed and the clock are the caller's", async () => {
  const { simulator } = await play('primary-outage', {
    seed: 'mine',
    clock: 'frozen',
    at: '2026-01-01T00:00:00Z',
  })
  expect(simulator.session.seed).toBe('mine')
  expect(simulator.session.clock.setting()).toEqual({
    mode: 'frozen',
    rate: 1,
    atMs: Date.parse('2026-01-01T00:00:00Z'),
  })
})
