/** Given prices, events and a stale base together, as a client sees them: sessions of one simulator, asked in process. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PricesInput,
  type Simulator,
  type SimulatorSession,
  startSimulator,
} from '../src/entrypoints/index.js'
import type { WireTicker } from './support/ask.js'
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
const RULES = [{ id: 'stale', match: { base: 'fallback' }, fault: { stale: `${STALE_SECONDS}s` } }]

async function within(market: Market, look: (session: SimulatorSession) => Promise<void>): Promise<void> {
  const { prices, events, seed } = market
  const scenario = { events, rules: RULES } as never
  await using session = await sim.session({ seed, scenario, prices })
  await look(session)
}

async function tickers(session: SimulatorSession, base = ''): Promise<WireTicker[]> {
  const reply = await session.fetch(`${session.url}/arbitrum${base}/prices/tickers`)
  expect(reply.status).toBe(200)
  return (await reply.json()) as WireTicker[]
}

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
