/** Tokens with a beginning and an end: every reply agrees on both. */
import { afterEach, expect, test } from 'vitest'
import { PERIOD_SECONDS, type Period } from '../../src/market/price/periods.js'
import { loadOverlays } from '../../src/scenario/custom-catalogue/load.js'
import { checkOverlayValue } from '../../src/scenario/custom-catalogue/read.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { catalogue } from '../support/prices.js'
import { startUnder } from '../support/scenario.js'

let simulator: RunningSimulator
afterEach(() => simulator?.stop())

type Candle = readonly [start: number, open: number, high: number, low: number, close: number]
type Row = Readonly<Record<string, unknown>>
/** As of a whole minute, every period describes the same second. */
const LOADED = '2026-03-01T12:07:00Z'
const LOADED_S = Date.parse(LOADED) / 1000
/** In the middle of a minute, an hour and a day. */
const LISTED = Date.parse('2026-03-01T09:17:42Z') / 1000

const start = async (XRP: object = { listedAt: '2026-03-01T09:17:42Z', delistedAt: '1d' }) => {
  simulator = await startUnder({ clock: { at: LOADED }, tokens: { XRP } })
}
const ask = async (path: string) => {
  const reply = await fetch(`${simulator.url}/${path}`)
  return { status: reply.status, body: JSON.parse(await reply.text()) }
}
const ofXrp = async (path: string, key: string): Promise<Row | undefined> =>
  (await ask(path)).body.find((row: Row) => String(row[key]).startsWith('XRP'))
const CANDLES = 'avalanche/prices/candles?tokenSymbol=XRP&limit=10000&period='
const candles = async (period: string): Promise<Candle[]> => (await ask(`${CANDLES}${period}`)).body.candles
const goTo = (instant: number) => simulator.session.clock.advance(instant * 1000 - simulator.session.nowMs())

test('candles of every period begin with the listing, fold the same minutes, and open with its tick', async () => {
  await start()
  const minutes = await candles('1m')
  for (const [period, seconds] of Object.entries(PERIOD_SECONDS) as [Period, number][]) {
    const rows = await candles(period)
    expect(rows.at(-1)?.[0], period).toBe(Math.floor(LISTED / seconds) * seconds)
    for (const [begin, open, high, low, close] of rows) {
      const within = minutes.filter(([at]) => at >= begin && at < begin + seconds)
      expect([open, high, low, close], period).toEqual([
        within.at(-1)?.[1],
        Math.max(...within.map(([, , high]) => high)),
        Math.min(...within.map(([, , , low]) => low)),
        within[0][4],
      ])
    }
  }
  goTo(LISTED)
  const first = await ofXrp('avalanche/prices/tickers', 'tokenSymbol')
  expect(Number(first?.['medianPrice']) / 1e24).toBeCloseTo(minutes.at(-1)?.[1] ?? 0, 12)
})

test('24-hour fields are null before a day has passed', async () => {
  await start()
  const dayOf = async () => [
    (await ofXrp('avalanche/prices/24h', 'tokenSymbol'))?.['high'],
    (await ofXrp('avalanche-api/v1/markets/tickers', 'symbol'))?.['priceChange24h'],
    (await ofXrp('avalanche-api/v1/pairs', 'ticker_id'))?.['low'],
  ]
  expect(await dayOf()).toEqual([null, null, null])
  // Replies are up to a minute old.
  goTo(LISTED + 86_399 + 60)
  expect(await dayOf()).toEqual([expect.any(Number), expect.any(String), expect.any(Number)])
})

test('before the listing and from the delisting on, no reply has the token or its markets', async () => {
  await start()
  const all = [
    ...['tokens', 'prices/tickers', 'signed_prices/latest', 'markets', 'markets/info', 'prices/24h'],
    'rates?period=1d',
  ]
    .map((path) => `avalanche/${path}`)
    .concat(['tokens', 'markets/tickers', 'pairs'].map((path) => `avalanche-api/v1/${path}`))
  const having = async () => {
    const bodies = await Promise.all(all.map(async (path) => JSON.stringify((await ask(path)).body)))
    return all.filter((_, index) => /"XRP(\/|_USD|")/.test(bodies[index]))
  }
  const named = await having()
  expect(named).toEqual(
    expect.arrayContaining(['avalanche/tokens', 'avalanche/markets', 'avalanche-api/v1/pairs']),
  )
  // The oldest replies, of rates, describe the last whole hour.
  for (const instant of [LISTED - 61, LOADED_S + 86_400 + 3600]) {
    goTo(instant)
    expect(await having()).toEqual([])
    expect((await ask(`${CANDLES}1m`)).status).toBe(400)
  }
  goTo(LOADED_S + 86_399)
  expect(await having()).toEqual(named)
})

test('one answer per cache window: a reply has what is listed at the instant that it describes', async () => {
  await start({ listedAt: '20s', delistedAt: '150s' })
  const seen: Record<number, unknown> = {}
  for (const second of [1, 19, 20, 59, 60, 121, 150, 179, 180]) {
    goTo(LOADED_S + second)
    const { status } = await ask(`${CANDLES}1h`)
    seen[second] = [status, (await ofXrp('avalanche/prices/tickers', 'tokenSymbol')) !== undefined]
  }
  expect(seen).toEqual({
    ...{ 1: [400, false], 19: [400, false], 20: [400, true], 59: [400, true] },
    ...{ 60: [200, true], 121: [200, true], 150: [200, false], 179: [200, false], 180: [400, false] },
  })
})

test('a catalogue may set the listing, and a scenario another', async () => {
  simulator = await startUnder({})
  const own = await loadOverlays([
    { avalanche: { tokens: [{ symbol: 'XRP', listedAt: '2025-12-31T22:00:00Z' }] } },
  ])
  const session = simulator.sessions.create('listed', { catalogue: own })
  const first = async () => (await ask(`s/listed/${CANDLES}1h`)).body.candles.at(-1)[0]
  expect(new Date((await first()) * 1000).toISOString()).toBe('2025-12-31T22:00:00.000Z')
  session.loadScenario(checkScenarioValue({ tokens: { XRP: { listedAt: '-1h' } } }, own))
  expect(await first()).toBe((Math.floor(session.nowMs() / 3_600_000) - 1) * 3600)
  expect(() => checkOverlayValue({ avalanche: { tokens: [{ symbol: 'XRP', listedAt: '-3h' }] } })).toThrow(
    'write an instant',
  )
})

test.each([
  [{ XPR: { listedAt: '1h' } }, /tokens.XPR unknown token "XPR": did you mean XRP\?/],
  [{ XRP: { listedAt: 'soon' } }, /write a time since the scenario was loaded/],
  [{ XRP: {} }, /write listedAt, delistedAt or both/],
  [{ XRP: { listedAt: '-1h', delistedAt: '-60m' } }, /write a time after listedAt/],
  [{ XRP: { listedAt: LOADED, delistedAt: LOADED } }, /write a time after listedAt/],
  [{ XRP: { listedAt: '99999999999999999999d' } }, /at most 36500d/],
  [{ XRP: { delistedAt: '-1000000d' } }, /at most 36500d/],
])('%o is refused', (tokens, message) => {
  expect(() => checkScenarioValue({ tokens }, catalogue)).toThrow(message)
})
