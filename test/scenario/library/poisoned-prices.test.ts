import { expect, test } from 'vitest'
import type { WireCandles, WireTicker } from '../../support/ask.js'
import { play } from '../../support/library.js'

/** Plausibility check that a client can make without the true price: close to the last accepted one. */
function wrongWith(row: WireTicker, last: WireTicker | undefined, nowMs: number): string | undefined {
  const prices = [row.minPrice, row.maxPrice]
  if (!prices.every((price) => /^-?\d+$/.test(price))) return 'no price'
  const [min, max] = prices.map(Number)
  if (min <= 0) return 'not above zero'
  if (min > max) return 'min above max'
  if (last !== undefined && min / Number(last.minPrice) > 10) return 'a jump'
  return row.updatedAt * 1000 > nowMs + 60_000 ? 'of tomorrow' : undefined
}

test('poisoned prices: a client that checks them finds each poison, and a base address without', async () => {
  const { client, bases, counts, simulator } = await play('poisoned-prices')
  const { body: believed } = await client({ bases: { fallback: bases['fallback'] } })<WireTicker[]>(
    '/prices/tickers',
  )
  const check = (rows: readonly WireTicker[]) =>
    rows
      .map((row, n) => wrongWith(row, believed[n], simulator.session.nowMs()))
      .find((wrong) => wrong !== undefined)
  const { tries } = await client({ triesPerBase: 8, backoffMs: 0, check })('/prices/tickers')
  expect(tries).toEqual([
    'primary not above zero',
    'primary not above zero',
    'primary min above max',
    'primary a jump',
    'primary no price',
    'primary no price',
    'primary of tomorrow',
    'primary 200',
  ])
  expect(counts()).toEqual({
    'fallback 200': 1,
    'primary 200 zero': 1,
    'primary 200 negative': 1,
    'primary 200 crossed': 1,
    'primary 200 too-high': 1,
    'primary 200 nothing': 1,
    'primary 200 not-finite': 1,
    'primary 200 tomorrow': 1,
    'primary 200': 1,
  })
})

test('poisoned prices: candles that are not newest first, minute by minute, are not believed', async () => {
  const { client, counts } = await play('poisoned-prices')
  const check = ({ candles }: WireCandles) => {
    const steps = candles.slice(1).map(([time], n) => candles[n][0] - time)
    if (steps.some((step) => step < 0)) return 'wrong order'
    return steps.some((step) => step !== 60) ? 'a gap' : undefined
  }
  const get = client({ triesPerBase: 3, backoffMs: 0, check })
  const { tries } = await get('/prices/candles?tokenSymbol=ETH&period=1m&limit=10')
  expect(tries).toEqual(['primary wrong order', 'primary a gap', 'primary 200'])
  expect(counts()).toEqual({ 'primary 200 oldest-first': 1, 'primary 200 gap': 1, 'primary 200': 1 })
})
