import { expect, test } from 'vitest'
import { play } from '../support/library.js'

/** Shorter than any person's, so that the test is. */
const timeoutMs = 150

test('timeouts: a client with a timeout of its own asks again, then elsewhere', async () => {
  const { client, counts, simulator } = await play('timeouts')
  const candles = '/prices/candles?tokenSymbol=ETH&period=1m&limit=1'
  const get = client({ timeoutMs })
  expect((await get(candles)).tries).toEqual(['primary timeout', 'primary timeout', 'fallback 200'])
  expect((await get(candles)).tries).toEqual(['primary 200'])
  expect(counts()).toEqual({ 'primary - dead-candles': 2, 'fallback 200': 1, 'primary 200': 1 })
  expect(simulator.session.waits.held).toBe(0)
})

test('timeouts: the same seed loses the same tickers, another seed others', async () => {
  const lostWith = async (seed: string): Promise<string> => {
    const { bases, client, counts } = await play('timeouts', { seed })
    const get = client({ bases: { primary: bases.primary }, timeoutMs, triesPerBase: 9 })
    const tries: string[] = []
    while (tries.length < 20) tries.push(...(await get('/prices/tickers')).tries)
    const lost = tries.filter((one) => one === 'primary timeout').length
    expect(counts()).toEqual({ 'primary - lost-tickers': lost, 'primary 200': tries.length - lost })
    return tries.map((one) => (one === 'primary 200' ? '.' : 'x')).join('')
  }
  const [first, again, other] = await Promise.all([lostWith('42'), lostWith('42'), lostWith('43')])
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
