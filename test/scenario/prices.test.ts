/** Absolute prices, of a scenario and of code: the market goes there to the quantum, then moves freely. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, sessionAt, type WireCandles, type WireTicker } from '../support/ask.js'
import { anyEvents, anyPrice, LOADED, pricesUnder } from '../support/events.js'
import { event, problemsOf } from '../support/problems.js'
import { samples } from '../support/runs.js'
import { load } from '../support/scenario.js'

const ms = (duration: string | undefined) => Number((duration ?? '0s').replace('ms', 'e-3').replace('s', ''))
const secondOf = (at: string, over?: string) =>
  Math.ceil((7450 + Math.round(ms(at) * 1000 + ms(over) * 1000)) / 1000)

describe('in a scenario', () => {
  test('whatever else happens, the tick at the end of the last of them is its price, to the quantum', () => {
    fc.assert(
      fc.property(anyEvents, anyPrice, (events, price) => {
        const { at, price: usd, over } = price as { at: string; price: string; over?: string }
        const end = LOADED - 8 + secondOf(at, over)
        const earlier = events.filter((event) => !('freeze' in event) && ms(String(event.at)) < ms(at))
        const tick = pricesUnder([...earlier, price], 'law', 'ETH').tickAt(end)
        expect(tick).toBe(Math.round(Number(usd) * 10_000))
      }),
      { numRuns: samples(300) },
    )
  })

  test('over a time: from where it was in a straight line, against back to its own course', () => {
    const under = pricesUnder([{ asset: 'ETH', at: '60s', price: 1500, over: '100s' }], 'a', 'ETH')
    const calm = pricesUnder([], 'a', 'ETH')
    const ratio = (second: number) => Number(under.tickAt(second)) / Number(calm.tickAt(second))
    expect(ratio(LOADED + 59)).toBe(1)
    expect(under.tickAt(LOADED + 160)).toBe(15_000_000)
    const final = ratio(LOADED + 160)
    expect(ratio(LOADED + 110)).toBeCloseTo((1 + final) / 2, 6)
    expect(ratio(LOADED + 5000)).toBeCloseTo(final, 6)
    expect(new Set([0, 1, 2, 3, 4].map((n) => under.tickAt(LOADED + 160 + n))).size).toBeGreaterThan(1)
  })

  test('a price ends a freeze', () => {
    const frozen = [
      { asset: 'ETH', at: '0s', freeze: '1h' },
      { asset: 'ETH', at: '60s', price: 1600 },
    ]
    expect(pricesUnder(frozen, 'a', 'ETH').tickAt(LOADED + 60)).toBe(16_000_000)
  })

  test.each([
    ['price: 0', 'price is 0: write a price in USD above 0, such as 1500 or "1499.99"'],
    ['price: much', 'price is "much": write a price in USD above 0, such as 1500 or "1499.99"'],
    ['price: "1499.98765"', 'price is "1499.98765": write at most 4 decimals, the precision of ETH'],
    ['price: 999999999999', 'price is 999999999999: write at most 100000000000, the largest price of ETH'],
    ['price: 1500, recover: { to: 0% }', 'recover applies to move only: leave it out'],
    ['price: 1500, move: 5%', 'write one of move, price, freeze and reorg'],
  ])('%s is refused', async (words, problem) => {
    expect(await problemsOf(event(`asset: ETH, at: 1s, ${words}`))).toEqual([
      expect.stringContaining(problem),
    ])
  })

  test('everything cannot have one price', async () => {
    expect(await problemsOf(event('asset: "*", at: 1s, price: 1'))).toEqual([
      expect.stringContaining('list the assets, as they cannot all have one price'),
    ])
  })
})

const AT = '2026-03-01T12:00:00Z'
const tickerOf = async (session: Awaited<ReturnType<typeof sessionAt>>, network: 'arbitrum' | 'avalanche') =>
  (await ask<WireTicker[]>(session, network, 'tickers')).find(({ tokenSymbol }) => tokenSymbol === 'ETH')

test('tickers, candles and signed prices of every network have the price to the cent', async () => {
  const session = await sessionAt(Date.parse(AT), { cache: 'off' })
  load(session, { events: [{ asset: 'ETH', at: '20s', price: '1499.99' }] })
  session.clock.advance(20_000)
  for (const network of ['arbitrum', 'avalanche'] as const) {
    expect((await tickerOf(session, network))?.medianPrice).toBe('1499990000000000')
    const { signedPrices } = await ask<{ signedPrices: WireTicker[] }>(session, network, 'signed-prices')
    expect(signedPrices.find(({ tokenSymbol }) => tokenSymbol === 'ETH')?.medianPrice).toBe(
      '1499990000000000',
    )
    for (const period of ['1m', '1h', '1d']) {
      const query = `tokenSymbol=ETH&period=${period}&limit=1`
      expect((await ask<WireCandles>(session, network, 'candles', query)).candles[0][4]).toBe(1499.99)
    }
  }
})
