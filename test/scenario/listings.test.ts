/** Tokens with a beginning and an end: every reply agrees on both. */
import { afterEach, expect, test } from 'vitest'
import { loadOverlays } from '../../src/scenario/custom-catalogue/load.js'
import { checkOverlayValue } from '../../src/scenario/custom-catalogue/read.js'
import { scenarioJson } from '../../src/scenario/explain.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { startUnder } from '../support/scenario.js'

let simulator: RunningSimulator
afterEach(() => simulator.stop())

type Candle = readonly [start: number, open: number, high: number, low: number, close: number]
/** As of a whole minute, every period describes the same second. */
const LOADED = '2026-03-01T12:07:00Z'
/** In the middle of a minute, an hour and a day. */
const LISTED = Date.parse('2026-03-01T09:17:42Z') / 1000

const start = async () => {
  simulator = await startUnder({
    clock: { at: LOADED },
    tokens: { APE: { listedAt: '2026-03-01T09:17:42Z', delistedAt: '1d' } },
  })
}
const ask = async (path: string) => {
  const reply = await fetch(`${simulator.url}/${path}`)
  return { status: reply.status, body: JSON.parse(await reply.text()) }
}
const candles = async (period: string, limit = 10_000): Promise<Candle[]> =>
  (await ask(`arbitrum/prices/candles?tokenSymbol=APE&period=${period}&limit=${limit}`)).body.candles
const goTo = (instant: number) => simulator.session.clock.advance(instant * 1000 - simulator.session.nowMs())

test.each([
  ['1m', 60],
  ['5m', 300],
  ['15m', 900],
  ['1h', 3600],
  ['4h', 14_400],
  ['1d', 86_400],
])('%s candles begin with the listing, and fold the same minutes', async (period, seconds) => {
  await start()
  const [rows, minutes] = [await candles(period), await candles('1m')]
  expect(rows.at(-1)?.[0]).toBe(Math.floor(LISTED / seconds) * seconds)
  for (const [begin, open, high, low, close] of rows) {
    const within = minutes.filter(([at]) => at >= begin && at < begin + seconds)
    expect([open, high, low, close]).toEqual([
      within.at(-1)?.[1],
      Math.max(...within.map(([, , high]) => high)),
      Math.min(...within.map(([, , , low]) => low)),
      within[0][4],
    ])
  }
})

test('the first candle opens with the tick of the listing', async () => {
  await start()
  const before = await candles('1m')
  goTo(LISTED)
  const tickers = (await ask('arbitrum/prices/tickers')).body as {
    tokenSymbol: string
    medianPrice: string
  }[]
  const first = tickers.find(({ tokenSymbol }) => tokenSymbol === 'APE')?.medianPrice ?? ''
  expect(Number(first) / 1e12).toBeCloseTo(before.at(-1)?.[1] ?? 0, 12)
})

test('ohlcv begins there, also from 1970 on, and pages end there', async () => {
  await start()
  const ohlcv = async (query: string): Promise<{ timestamp: number }[]> =>
    (await ask(`arbitrum-api/v1/prices/ohlcv?symbol=APE&timeframe=1h&${query}`)).body
  const starts = [9, 10, 11, 12].map((hour) => Date.parse('2026-03-01T00:00:00Z') + hour * 3_600_000)
  for (const [query, expected] of [
    ['since=0', starts],
    ['since=0&limit=2', starts.slice(0, 2)],
    [`since=${starts[2]}`, starts.slice(2)],
    ['limit=3', starts.slice(1)],
  ] as const)
    expect((await ohlcv(query)).map(({ timestamp }) => timestamp)).toEqual(expected)
})

test('24-hour fields are null before a day has passed', async () => {
  await start()
  const dayOf = async () => {
    const [days, markets, pairs] = await Promise.all(
      ['arbitrum/prices/24h', 'arbitrum-api/v1/markets/tickers', 'arbitrum-api/v1/pairs'].map(ask),
    )
    const of = (rows: Record<string, unknown>[], key: string, name: string) =>
      rows.find((row) => row[key] === name)
    return [
      of(days.body, 'tokenSymbol', 'APE')?.['high'],
      of(markets.body, 'symbol', 'APE/USD [APE-USDC]')?.['priceChange24h'],
      of(pairs.body, 'ticker_id', 'APE_USD')?.['low'],
    ]
  }
  expect(await dayOf()).toEqual([null, null, null])
  // Replies are up to a minute old.
  goTo(LISTED + 86_399 + 60)
  expect(await dayOf()).toEqual([expect.any(Number), expect.any(String), expect.any(Number)])
})

test('before the listing and from the delisting on, no reply has the token or its markets', async () => {
  await start()
  const paths = [
    ...['tokens', 'prices/tickers', 'signed_prices/latest', 'markets', 'markets/info', 'prices/24h'],
    'rates?period=1d',
  ].map((path) => `arbitrum/${path}`)
  const all = [...paths, 'arbitrum-api/v1/tokens', 'arbitrum-api/v1/markets/tickers', 'arbitrum-api/v1/pairs']
  const having = async () => {
    const bodies = await Promise.all(all.map(async (path) => JSON.stringify((await ask(path)).body)))
    return all.filter((_, index) => /"APE(\/|_USD|")/.test(bodies[index].replaceAll('APE_deprecated', '')))
  }
  const named = await having()
  expect(named).toEqual(
    expect.arrayContaining(['arbitrum/tokens', 'arbitrum/markets', 'arbitrum-api/v1/pairs']),
  )
  // The oldest replies, of rates, describe the last whole hour.
  for (const instant of [LISTED - 61, Date.parse(LOADED) / 1000 + 86_400 + 3600]) {
    goTo(instant)
    expect(await having()).toEqual([])
    expect((await ask('arbitrum/prices/candles?tokenSymbol=APE&period=1m')).status).toBe(400)
  }
  goTo(Date.parse(LOADED) / 1000 + 86_399)
  expect(await having()).toEqual(named)
})

test('one answer per cache window: a reply has what is listed at the instant that it describes', async () => {
  simulator = await startUnder({
    clock: { at: LOADED },
    tokens: { APE: { listedAt: '20s', delistedAt: '150s' } },
  })
  const loadedS = Date.parse(LOADED) / 1000
  const seen = async (second: number) => {
    goTo(loadedS + second)
    const { status } = await ask('arbitrum/prices/candles?tokenSymbol=APE&period=1h')
    const tickers = (await ask('arbitrum/prices/tickers')).body as { tokenSymbol: string }[]
    return [status, tickers.some(({ tokenSymbol }) => tokenSymbol === 'APE')]
  }
  const all = []
  for (const second of [1, 19, 20, 59, 60, 121, 150, 179, 180]) all.push(await seen(second))
  expect(all).toEqual([
    ...[
      [400, false],
      [400, false],
      [400, true],
      [400, true],
    ],
    ...[
      [200, true],
      [200, true],
      [200, false],
      [200, false],
      [400, false],
    ],
  ])
})

test('explain and the control API name them', async () => {
  await start()
  expect((await ask('__sim/v1/scenario')).body.scenario.tokens).toEqual(['APE'])
  const tokens = { APE: { listedAt: '30m', delistedAt: '2h' } }
  const scenario = checkScenarioValue({ tokens }, simulator.session.catalogue)
  expect(scenarioJson(scenario, 'given').tokens).toEqual({ APE: 'listed at 30m, delisted at 2h' })
})

test('a catalogue says the same, and a scenario may say otherwise', async () => {
  simulator = await startUnder({})
  const catalogue = await loadOverlays([
    { arbitrum: { tokens: [{ symbol: 'APE', listedAt: '2025-12-31T22:00:00Z' }] } },
  ])
  const session = simulator.sessions.create('listed', { catalogue })
  const first = async () => {
    const path = 's/listed/arbitrum/prices/candles?tokenSymbol=APE&period=1h&limit=10000'
    const { status, body } = await ask(path)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.candles.at(-1)[0]
  }
  expect(new Date((await first()) * 1000).toISOString()).toBe('2025-12-31T22:00:00.000Z')
  session.loadScenario(checkScenarioValue({ tokens: { APE: { listedAt: '-1h' } } }, catalogue))
  expect(await first()).toBe((Math.floor(session.nowMs() / 3_600_000) - 1) * 3600)
  expect(() => checkOverlayValue({ arbitrum: { tokens: [{ symbol: 'APE', listedAt: '-3h' }] } })).toThrow(
    'write an instant',
  )
})

test.each([
  [{ AEP: { listedAt: '1h' } }, /tokens.AEP unknown token "AEP": did you mean APE\?/],
  [{ APE: { listedAt: 'soon' } }, /write a time since the scenario was loaded/],
  [{ APE: {} }, /write listedAt, delistedAt or both/],
  [{ APE: { listedAt: '2h', delistedAt: '1h' } }, /write a time after listedAt/],
  [{ APE: { listedAt: '-1h', delistedAt: '-60m' } }, /write a time after listedAt/],
  [
    { APE: { listedAt: '2026-03-01T12:00:00Z', delistedAt: '2026-03-01T12:00:00Z' } },
    /write a time after listedAt/,
  ],
  [{ APE: { listedAt: '99999999999999999999d' } }, /at most 36500d/],
  [{ APE: { delistedAt: '-1000000d' } }, /at most 36500d/],
])('%o is refused', async (tokens, message) => {
  simulator = await startUnder({})
  expect(() => checkScenarioValue({ tokens }, simulator.session.catalogue)).toThrow(message)
})
