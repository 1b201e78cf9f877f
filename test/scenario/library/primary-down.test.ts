import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('primary down, fallback up: a client is at the fallback after two tries, and back in the end', async () => {
  const { client, pass, counts } = await play('primary-down')
  const get = client()
  pass('10s')
  expect((await get('/prices/tickers')).tries).toEqual([
    'primary UND_ERR_SOCKET',
    'primary UND_ERR_SOCKET',
    'fallback 200',
  ])
  pass('50s')
  expect((await get('/prices/tickers')).tries).toEqual(['primary 200'])
  expect(counts()).toEqual({ 'primary - down': 2, 'fallback 200': 1, 'primary 200': 1 })
})

test('primary down, fallback up: the fallback has the prices that the primary would have', async () => {
  const { bases, pass, simulator } = await play('primary-down')
  pass('30s')
  const fromFallback = await (await fetch(`${bases.fallback}/prices/tickers`)).text()
  simulator.session.loadScenario(undefined)
  expect(await (await fetch(`${bases.primary}/prices/tickers`)).text()).toBe(fromFallback)
})
