import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('empty list: no tickers at the primary, all of them elsewhere', async () => {
  const { bases, pass } = await play('empty-list')
  const tickersAt = async (base: string) => {
    const reply = await fetch(`${bases[base]}/prices/tickers`)
    return [reply.status, ((await reply.json()) as unknown[]).length > 0]
  }
  expect(await tickersAt('primary')).toEqual([200, true])
  pass('10s')
  expect(await tickersAt('primary')).toEqual([200, false])
  expect(await tickersAt('fallback')).toEqual([200, true])
  pass('60s')
  expect(await tickersAt('primary')).toEqual([200, true])
})
