import { expect, test } from 'vitest'
import { play } from '../../support/library.js'
import { PATIENCE_MS } from '../../support/patience.js'
import { until } from '../../support/until.js'

test('timeouts: a client with a timeout retries, then fails over', async () => {
  const { client, counts, givesUpOn, simulator } = await play('timeouts')
  const candles = '/prices/candles?tokenSymbol=ETH&period=1m&limit=1'
  const get = client({ patience: givesUpOn('dead-candles') })
  expect((await get(candles)).tries).toEqual(['primary timeout', 'primary timeout', 'fallback 200'])
  expect((await get(candles)).tries).toEqual(['primary 200'])
  expect(counts()).toEqual({ 'primary - dead-candles': 2, 'fallback 200': 1, 'primary 200': 1 })
  await until(() => expect(simulator.session.waits.held).toBe(0))
})

test('timeouts: the same seed loses the same tickers, another seed others', async () => {
  /** `x` for each of 40 requests that hangs, a dot for each that is answered. */
  const lostWith = async (seed: string): Promise<string> => {
    const { bases, simulator } = await play('timeouts', { seed })
    const { journal, waits } = simulator.session
    const replies = Array.from({ length: 40 }, () => fetch(`${bases.primary}/prices/tickers`))
    await journal.waitFor({}, 40, AbortSignal.timeout(PATIENCE_MS))
    const lost = journal.count({ rule: 'lost-tickers' })
    expect(waits.held).toBe(lost)
    simulator.session.loadScenario(undefined) // which frees what is held
    const ended = await Promise.allSettled(replies)
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(lost)
    return journal
      .entries()
      .map(({ rule }) => (rule === null ? '.' : 'x'))
      .join('')
  }
  const first = await lostWith('42')
  expect(await lostWith('42')).toBe(first)
  expect(await lostWith('43')).not.toBe(first)
  expect(first).toContain('x')
})
