import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('slow primary: replies are right and late, and a fallback is faster', async () => {
  const { bases, pass, simulator } = await play('slow-primary')
  pass('10s')
  const slow = await fetch(`${bases.primary}/prices/tickers`)
  const [{ ms, rule }] = simulator.session.journal.entries()
  expect([slow.status, rule]).toEqual([200, 'slow'])
  expect(ms).toBeGreaterThanOrEqual(2900)
  expect(await slow.text()).toBe(await (await fetch(`${bases.fallback}/prices/tickers`)).text())
  expect(simulator.session.journal.count({ rule: 'slow' })).toBe(1)
})
