/** Given prices and events together, as a client of a simulator sees them. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type SimulatorSession, startSimulator } from '../src/entrypoints/index.js'
import type { WireTicker } from './support/ask.js'
import { anyEvents } from './support/coherence.js'
import { anyPrices } from './support/given-prices.js'
import { catalogue } from './support/prices.js'
import { samples } from './support/runs.js'

const LAW = { numRuns: samples(25) }
const STALE_SECONDS = 30
const RULES = [{ match: { base: 'fallback' as const }, fault: { stale: `${STALE_SECONDS}s` } }]

const sim = await startSimulator({ cache: 'off', clock: { at: '2026-03-01T11:57:31Z' } })
afterAll(() => sim.stop())

/** Seconds from the start of a session to a question. */
const anyWait = fc.integer({ min: STALE_SECONDS, max: 2000 })
const anySeed = fc.constantFrom('a', 'b', 'c')

async function tickers(session: SimulatorSession, base = ''): Promise<WireTicker[]> {
  const reply = await session.fetch(`${session.url}/arbitrum${base}/prices/tickers`)
  expect(reply.status).toBe(200)
  return (await reply.json()) as WireTicker[]
}

test('a stale base returns past prices', () =>
  fc.assert(
    fc.asyncProperty(anyPrices, anyEvents, anySeed, anyWait, async (prices, events, seed, seconds) => {
      await using session = await sim.session({ seed, prices, scenario: { events, rules: RULES } as never })
      await session.advance(`${seconds - STALE_SECONDS}s`)
      const then = await tickers(session)
      await session.advance(`${STALE_SECONDS}s`)
      expect(await tickers(session, '-fallback')).toEqual(then)
    }),
    LAW,
  ))

test('what has no prices of its own is as it would be without them', () =>
  fc.assert(
    fc.asyncProperty(anyPrices, anySeed, anyWait, async (prices, seed, seconds) => {
      await using session = await sim.session({ seed, prices })
      await using other = await sim.session({ seed })
      const { tokens } = catalogue.networks.arbitrum
      const isLed = ({ tokenSymbol }: WireTicker) => {
        const token = tokens.find(({ symbol }) => symbol === tokenSymbol)
        const asset = catalogue.assets.get(token?.asset ?? '')
        return [asset?.name, asset?.follows].some((name) => name !== undefined && name in prices)
      }
      const [rows, others] = await Promise.all(
        [session, other].map(async (one) => {
          await one.advance(`${seconds}s`)
          return (await tickers(one)).filter((row) => !isLed(row))
        }),
      )
      expect(rows.length).toBeGreaterThan(80)
      expect(rows).toEqual(others)
    }),
    LAW,
  ))
