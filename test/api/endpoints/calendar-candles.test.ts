/** Weeks and months of `/prices/candles`, which only the observed dialect has. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/testing/start.js'
import { groupBy } from '../../../src/kit/maps.js'
import { FIRST_SECOND } from '../../../src/market/price/prices.js'
import { ask, sessionAt, type WireCandles } from '../../support/ask.js'
import { anySecond, anySeed } from '../../support/prices.js'
import { samples } from '../../support/runs.js'
import { load } from '../../support/scenario.js'

type Row = WireCandles['candles'][number]

const DAY_SECONDS = 86_400
/** More than the days of any reply below. */
const DAYS = 400
const LIMIT = 10

const START_OF = {
  /** The Monday of a day, by its weekday alone. */
  '1w': (seconds: number) => {
    const weekday = new Date(seconds * 1000).getUTCDay()
    return seconds - DAY_SECONDS * (weekday === 0 ? 6 : weekday - 1)
  },
  '1M': (seconds: number) => Date.parse(`${new Date(seconds * 1000).toISOString().slice(0, 7)}-01`) / 1000,
}

/** Folds days, newest first. */
function folded(days: readonly Row[], startOf: (seconds: number) => number): number[][] {
  const byStart = groupBy(days, ([seconds]) => startOf(seconds))
  return [...byStart].map(([start, parts]) => [
    start,
    parts[parts.length - 1][1],
    Math.max(...parts.map(([, , high]) => high)),
    Math.min(...parts.map(([, , , low]) => low)),
    parts[0][4],
  ])
}

test('weeks from Monday and months are folds of days, with the running one', () =>
  fc.assert(
    fc.asyncProperty(
      anySeed,
      anySecond,
      fc.constantFrom('1w', '1M'),
      fc.constantFrom('ETH', 'USDC', 'DOGE'),
      fc.boolean(),
      async (seed, atSeconds, period, token, moves) => {
        const session = await sessionAt(atSeconds * 1000, { seed, dialect: 'observed', cache: 'off' })
        if (moves) {
          load(session, { events: [{ asset: '*', at: '10s', move: '-30%', over: '1m' }] })
          session.clock.advance(45_000)
        }
        const rows = async (period: string, limit: number) => {
          const query = `tokenSymbol=${token}&period=${period}&limit=${limit}`
          const reply = await ask<WireCandles>(session, 'arbitrum', 'candles', query)
          expect(reply.period).toBe(period)
          return reply.candles
        }
        const expected = folded(await rows('1d', DAYS), START_OF[period]).slice(0, LIMIT)
        expect(await rows(period, LIMIT)).toEqual(expected)
      },
    ),
    { numRuns: samples(40) },
  ))

test('the first candle is the first week and the first month with prices', async () => {
  const session = await sessionAt(Date.parse('1991-07-15T10:00:00Z'), { dialect: 'observed' })
  for (const [period, count] of [
    ['1w', 81],
    ['1M', 19],
  ] as const) {
    const query = `tokenSymbol=ETH&period=${period}&limit=10000`
    const { candles } = await ask<WireCandles>(session, 'arbitrum', 'candles', query)
    expect(candles).toHaveLength(count)
    expect(candles.at(-1)?.[0]).toBe(FIRST_SECOND)
  }
})

test('the documented dialect and the second generation have six periods', async () => {
  await using sim = await startSimulator()
  const path = '/arbitrum/prices/candles?tokenSymbol=ETH&limit=2'
  const documented = await sim.fetch(`${path}&period=1w`)
  expect([documented.status, await documented.text()]).toEqual([
    400,
    '{"errors":["period \\"1w\\" is not valid: length of a candle, one of 1m, 5m, 15m, 1h, 4h, 1d"]}',
  ])
  const session = await sim.session({ dialect: 'observed' })
  const statusOf = async (path: string) => (await session.fetch(`${session.url}${path}`)).status
  const statuses = ['1w', '1M', '1d', '2w', '1W'].map((period) => statusOf(`${path}&period=${period}`))
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 400, 400])
  expect(await statusOf('/arbitrum-api/v1/prices/ohlcv?symbol=ETH&timeframe=1w')).toBe(400)
})

test('a rule switches the dialect of replies, not the periods that a session accepts', async () => {
  await using sim = await startSimulator({
    scenario: { rules: [{ match: { base: 'fallback' }, fault: { dialect: 'observed' } }] },
  })
  const statusAt = async (base: string, period: string) =>
    (await sim.fetch(`/${base}/prices/candles?tokenSymbol=ETH&period=${period}`)).status
  for (const base of ['arbitrum', 'arbitrum-fallback']) {
    expect(await statusAt(base, '1w')).toBe(400)
    expect(await statusAt(base, '1d')).toBe(200)
  }
})
