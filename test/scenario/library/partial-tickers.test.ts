import { expect, test } from 'vitest'
import type { WireTicker } from '../../support/ask.js'
import { play } from '../../support/library.js'

test('partial tickers: a client that counts its tokens finds a base address that has them all', async () => {
  const { client, pass, counts } = await play('partial-tickers')
  let most = 0
  const get = client({
    triesPerBase: 1,
    check(rows: readonly WireTicker[]) {
      if (rows.length < most) return `${rows.length} tokens`
      most = rows.length
      return undefined
    },
  })
  expect((await get('/prices/tickers')).tries).toEqual(['primary 200'])
  expect(most).toBeGreaterThan(100)
  pass('10s')
  expect((await get('/prices/tickers')).tries).toEqual([
    `primary ${Math.floor(most / 2)} tokens`,
    `fallback ${most - 1} tokens`,
    'fallback-2 200',
  ])
  pass('20s')
  expect((await get('/prices/tickers')).tries[0]).toBe('primary 0 tokens')
  pass('10s')
  expect((await get('/prices/tickers')).tries).toEqual(['primary 200'])
  expect(counts()).toEqual({
    'primary 200': 2,
    'primary 200 half': 1,
    'primary 200 none': 1,
    'fallback 200 without-btc': 2,
    'fallback-2 200': 2,
  })
})

test('partial-tickers: the first fallback lacks BTC', async () => {
  const { bases } = await play('partial-tickers')
  const symbolsAt = async (base: string): Promise<string[]> =>
    ((await (await fetch(`${bases[base]}/prices/tickers`)).json()) as WireTicker[]).map(
      (row) => row.tokenSymbol,
    )
  expect(await symbolsAt('fallback')).toEqual(
    (await symbolsAt('primary')).filter((symbol) => symbol !== 'BTC'),
  )
})
