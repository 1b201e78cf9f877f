/**
 * Prices that are given, events and faults together, as a client sees them: sessions of one simulator, asked in process.
 * Candles fold, tickers, candles and signatures agree, a stale base tells what was true, the order of questions means
 * nothing, and what is restored or reset is the same again.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PricesInput,
  type Simulator,
  type SimulatorSession,
  startSimulator,
} from '../src/entrypoints/index.js'
import { faultsOf, signedRow } from '../src/market/oracle/verify.js'
import type { WireCandles, WireTicker } from './support/ask.js'
import { anyPrices } from './support/given-prices.js'
import { catalogue } from './support/prices.js'
import { samples } from './support/runs.js'

const AT = '2026-03-01T11:57:31Z'
const LAW = { numRuns: samples(25) }
const STALE_SECONDS = 30

let sim: Simulator
beforeAll(async () => {
  sim = await startSimulator({ cache: 'off', clock: { at: AT } })
})
afterAll(() => sim.stop())

interface Market {
  readonly prices: PricesInput
  readonly events: readonly object[]
  readonly seed: string
  /** Seconds from the start to the questions. */
  readonly after: number
}

const anyEvent = fc.oneof(
  fc.record({
    asset: fc.constantFrom('ETH', 'BTC', '*'),
    at: fc.integer({ min: 0, max: 900 }).map((s) => `${s}s`),
    move: fc.integer({ min: -40, max: 60 }).map((percent) => `${percent}%`),
    over: fc.integer({ min: 0, max: 600 }).map((s) => `${s}s`),
  }),
  fc.record({
    asset: fc.constantFrom('ETH', 'SOL'),
    at: fc.integer({ min: 0, max: 900 }).map((s) => `${s}s`),
    freeze: fc.integer({ min: 0, max: 300 }).map((s) => `${s}s`),
  }),
  fc.record({
    asset: fc.constant('ETH'),
    at: fc.integer({ min: 0, max: 900 }).map((s) => `${s}s`),
    price: fc.integer({ min: 500, max: 9000 }),
  }),
)
const anyMarket: fc.Arbitrary<Market> = fc.record({
  prices: anyPrices,
  events: fc.array(anyEvent, { maxLength: 3 }),
  seed: fc.constantFrom('a', 'b', 'c'),
  after: fc.integer({ min: STALE_SECONDS, max: 2000 }),
})
const anyToken = fc.constantFrom('ETH', 'BTC', 'USDC', 'SOL', 'wstETH', 'GOLD', 'DOGE')

const RULES = [
  {
    id: 'stale',
    match: { base: 'fallback' },
    fault: { stale: `${STALE_SECONDS}s` },
  },
  { id: 'limited', match: { base: 'fallback-2' }, fault: { rateLimit: { requests: 2, per: '10s' } } },
]

async function within(market: Market, look: (session: SimulatorSession) => Promise<void>): Promise<void> {
  const { prices, events, seed } = market
  const scenario = { events, rules: RULES } as never
  await using session = await sim.session({ seed, scenario, prices })
  await look(session)
}

async function get<Body>(session: SimulatorSession, path: string, base = ''): Promise<Body> {
  const reply = await session.fetch(`${session.url}/arbitrum${base}${path}`)
  expect(reply.status).toBe(200)
  return (await reply.json()) as Body
}
const candles = async (session: SimulatorSession, token: string, period: string, limit: number) =>
  (await get<WireCandles>(session, `/prices/candles?tokenSymbol=${token}&period=${period}&limit=${limit}`))
    .candles
const tickers = (session: SimulatorSession, base = '') => get<WireTicker[]>(session, '/prices/tickers', base)

test('minutes fold to every other period, and the newest of each closes on the ticker', () =>
  fc.assert(
    fc.asyncProperty(anyMarket, anyToken, (market, token) =>
      within(market, async (session) => {
        await session.advance(`${market.after}s`)
        const minutes = await candles(session, token, '1m', 3 * 240)
        const row = (await tickers(session)).find(({ tokenSymbol }) => tokenSymbol === token)
        const { priceDecimals, oracleDecimals } = catalogue.networks.arbitrum.tokens.find(
          ({ symbol }) => symbol === token,
        ) as { priceDecimals: number; oracleDecimals: number }
        for (const period of ['5m', '15m', '1h', '4h'] as const) {
          const seconds = { '5m': 300, '15m': 900, '1h': 3600, '4h': 14_400 }[period]
          const [[start, open, high, low, close]] = await candles(session, token, period, 1)
          const parts = minutes.filter(([at]) => at >= start && at < start + seconds)
          expect([open, high, low, close]).toEqual([
            parts.at(-1)?.[1],
            Math.max(...parts.map(([, , top]) => top)),
            Math.min(...parts.map(([, , , bottom]) => bottom)),
            parts[0][4],
          ])
          const quanta = BigInt(Math.round(close * 10 ** priceDecimals))
          expect(String(quanta * 10n ** BigInt(oracleDecimals))).toBe(row?.medianPrice)
        }
      }),
    ),
    LAW,
  ))

test('signed prices are those of the tickers, and verify', () =>
  fc.assert(
    fc.asyncProperty(anyMarket, fc.nat(), (market, pick) =>
      within(market, async (session) => {
        await session.advance(`${market.after}s`)
        const told = (rows: WireTicker[]) =>
          rows.map((row) => [row.tokenSymbol, row.minPrice, row.medianPrice, row.maxPrice])
        const { signedPrices } = await get<{ signedPrices: WireTicker[] }>(session, '/signed_prices/latest')
        expect(told(signedPrices)).toEqual(told(await tickers(session)))
        const row = signedRow.parse(signedPrices[pick % signedPrices.length])
        expect(faultsOf(row, [catalogue.networks.arbitrum])).toEqual([])
      }),
    ),
    LAW,
  ))

test('a stale base returns past prices', () =>
  fc.assert(
    fc.asyncProperty(anyMarket, (market) =>
      within(market, async (session) => {
        await session.advance(`${market.after - STALE_SECONDS}s`)
        const then = await tickers(session)
        await session.advance(`${STALE_SECONDS}s`)
        expect(await tickers(session, '-fallback')).toEqual(then)
      }),
    ),
    LAW,
  ))

test('replies do not depend on request order, and repeat after restore and reset', () =>
  fc.assert(
    fc.asyncProperty(
      anyMarket,
      fc.shuffledSubarray(['tickers', '1m', '5m', '1h', '1d', 'markets'], { minLength: 2 }),
      (market, order) =>
        within(market, async (session) => {
          const askAll = async (kinds: readonly string[]) => {
            const told: Record<string, unknown> = {}
            for (const kind of kinds)
              told[kind] =
                kind === 'tickers'
                  ? await tickers(session)
                  : kind === 'markets'
                    ? await get(session, '/markets/info')
                    : await candles(session, 'ETH', kind, 50)
            return told
          }
          const limited = async () => (await session.fetch(`${session.url}/arbitrum-fallback-2/ping`)).status
          const start = session.snapshot()
          await session.advance(`${market.after}s`)
          const snapshot = session.snapshot()
          const first = await askAll(order)
          expect([await limited(), await limited(), await limited()]).toEqual([200, 200, 429])
          await session.loadScenario({ rules: [] })
          await session.restore(snapshot)
          expect(await askAll(order.toReversed())).toEqual(first)
          expect(await limited()).toBe(200)
          await session.restore(start)
          await session.advance(`${market.after}s`)
          expect(await askAll(order)).toEqual(first)
          await session.reset()
          await session.advance(`${market.after}s`)
          expect(await askAll(order)).toEqual(first)
        }),
    ),
    LAW,
  ))

test('what has no prices of its own is as it would be without them', () =>
  fc.assert(
    fc.asyncProperty(anyMarket, (market) =>
      within({ ...market, events: [] }, async (session) => {
        await using other = await sim.session({ seed: market.seed })
        for (const one of [session, other]) await one.advance(`${market.after}s`)
        const given = Object.keys(market.prices)
        const assetsOf = new Map(
          catalogue.networks.arbitrum.tokens.map(({ symbol, asset }) => [
            symbol,
            catalogue.assets.get(asset),
          ]),
        )
        const isLed = (symbol: string) => {
          const asset = assetsOf.get(symbol)
          return given.includes(asset?.name ?? '') || given.includes(asset?.follows ?? '')
        }
        const apart = async (one: SimulatorSession) =>
          (await tickers(one)).filter(({ tokenSymbol }) => !isLed(tokenSymbol))
        const rows = await apart(session)
        expect(rows.length).toBeGreaterThan(80)
        expect(rows).toEqual(await apart(other))
      }),
    ),
    LAW,
  ))
