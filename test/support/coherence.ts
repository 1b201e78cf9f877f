/**
 * Invariants of a session's replies, checked at random instants, networks, bases and seeds, during events or not, with custom prices
 * or not. Caches are off, so that all endpoints describe the same second.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Dialect } from '../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../src/api/endpoints/index.js'
import type { BaseName, NetworkName } from '../../src/market/catalogue/names.js'
import { BASES, NETWORKS } from '../../src/market/catalogue/networks.js'
import type { Period } from '../../src/market/price/periods.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import type { Session } from '../../src/session/session.js'
import { sessionAt } from './ask.js'
import { anyPrices } from './given-prices.js'
import { anyPeriod, anySeed } from './prices.js'
import { samples } from './runs.js'

export const anyEvents = fc.array(
  fc.record({
    asset: fc.constantFrom('ETH', 'BTC', 'USDC', '*', 'SOL'),
    at: fc.integer({ min: 0, max: 300 }).map((s) => `${s}s`),
    move: fc.integer({ min: -60, max: 80 }).map((percent) => `${percent}%`),
    over: fc.integer({ min: 0, max: 600 }).map((s) => `${s}s`),
  }),
  { maxLength: 3 },
)

/** Queries one base address of a session. */
export async function askBase<Body>(
  session: Session,
  network: NetworkName,
  base: BaseName,
  id: string,
  search = '',
): Promise<Body> {
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
  const question = { network, base, method: 'GET', url: '', search, atMs: session.nowMs() }
  const { status, body } = await session.answers.answer(session, question, endpoint).reply()
  expect(status).toBe(200)
  return JSON.parse(body.toString()) as Body
}

/** Parses digits. */
export const big = (value: string | boolean | number | undefined) => BigInt(value as string)

/** A session and one of its bases at `atSeconds`, with choices for a test. */
export interface Instant {
  readonly session: Session
  readonly network: NetworkName
  readonly base: BaseName
  readonly period: Period
  readonly atSeconds: number
  readonly pick: number
  /** The same world at another second, with its events at the same hour. */
  at(seconds: number): Promise<Session>
}

const SECONDS = {
  min: Date.parse('1990-02-01T00:00:00Z') / 1000,
  max: Date.parse('2099-12-01T00:00:00Z') / 1000,
}

/** Where a law holds. */
interface Where {
  readonly networks: readonly NetworkName[]
  /** Path of a catalogue laid over the built-in one. */
  readonly catalogue?: string
  readonly dialect?: Dialect
}

export function law(
  name: string,
  holds: (instant: Instant) => Promise<void>,
  { networks = NETWORKS, catalogue: own, dialect }: Partial<Where> = {},
): void {
  const any = fc.record({
    seed: anySeed,
    startSeconds: fc.integer(SECONDS),
    network: fc.constantFrom(...networks),
    base: fc.constantFrom(...BASES),
    period: anyPeriod,
    events: anyEvents,
    prices: anyPrices,
    laterSeconds: fc.integer({ min: 0, max: 900 }),
    pick: fc.nat(),
  })
  test(name, () =>
    fc.assert(
      fc.asyncProperty(any, async ({ seed, startSeconds, events, prices, laterSeconds, ...rest }) => {
        const at = async (seconds: number) => {
          const session = await sessionAt(startSeconds * 1000, {
            ...{ seed, cache: 'off' },
            ...(own !== undefined && { catalogue: own }),
            ...(dialect !== undefined && { dialect }),
          })
          session.loadScenario(checkScenarioValue({ events, prices }, session.catalogue))
          session.clock.advance((seconds - startSeconds) * 1000)
          return session
        }
        const atSeconds = startSeconds + laterSeconds
        await holds({ ...rest, session: await at(atSeconds), atSeconds, at })
      }),
      { numRuns: samples(20) },
    ),
  )
}
