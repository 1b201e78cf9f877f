/**
 * Uses that compile, and others that do not: a line that is expected not to compile and does is an error. `npm run types` checks it against the
 * types that sources infer, a test of the package against those that it declares.
 */
import { expectTypeOf } from 'vitest'
import type {
  BaseName,
  ConnectedSimulator,
  JournalEntry,
  NetworkName,
  ScenarioInput,
  Simulator,
  SimulatorOptions,
  Ticker,
} from '../../../src/entrypoints/index.js'

/** Never called: it only has to compile where it should, and not where it should not. */
export async function typed(sim: Simulator): Promise<void> {
  sim.baseUrl('arbitrum', 'fallback-2')
  // An editor completes built-in names; a catalogue may have others.
  expectTypeOf<Extract<NetworkName, 'arbitrum'>>().toEqualTypeOf<'arbitrum'>()
  expectTypeOf<Extract<BaseName, 'fallback-2'>>().toEqualTypeOf<'fallback-2'>()
  sim.baseUrl('mynet', 'secondary')
  expectTypeOf(sim.baseUrls['mynet']['primary']).toBeString()
  // @ts-expect-error: a network is text
  sim.baseUrl(42161)
  await sim.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '15m' })
  // @ts-expect-error: a period that is none
  await sim.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '2h' })
  // @ts-expect-error: candles need to know of what
  await sim.ask('arbitrum', 'candles')
  // @ts-expect-error: an endpoint that is none
  await sim.ask('arbitrum', 'ticker')
  await sim.clock.advance('5m')
  // @ts-expect-error: a number has no unit
  await sim.clock.advance(5)
  // @ts-expect-error: a unit that is none
  await sim.clock.advance('5min')
  sim.journal.count({ endpoint: 'tickers', status: 429, base: 'fallback' })
  // @ts-expect-error: a key that is none
  sim.journal.count({ path: '/tickers' })
  // @ts-expect-error: an endpoint that is none
  sim.journal.count({ endpoint: 'ticker' })
  // @ts-expect-error: an option that is none
  await sim.session({ sede: '43' })
  expectTypeOf(await sim.ask('arbitrum', 'tickers')).toEqualTypeOf<readonly Ticker[]>()
  expectTypeOf(sim.journal.count()).toBeNumber()
  expectTypeOf(sim.clock.now()).toEqualTypeOf<Date>()
  expectTypeOf<SimulatorOptions['port']>().toEqualTypeOf<number | undefined>()
}

/** The same calls, each of which resolves later. */
export async function connected(sim: ConnectedSimulator): Promise<void> {
  expectTypeOf(sim.baseUrl('arbitrum', 'fallback')).toBeString()
  expectTypeOf(sim.clock.now()).toEqualTypeOf<Promise<Date>>()
  expectTypeOf(sim.price('ETH')).toEqualTypeOf<Promise<number>>()
  expectTypeOf(sim.journal.entries({ status: 429 })).toEqualTypeOf<
    Promise<readonly Readonly<JournalEntry>[]>
  >()
  // @ts-expect-error: a number has no unit
  await sim.clock.advance(5)
  // @ts-expect-error: an endpoint that is none
  await sim.journal.count({ endpoint: 'ticker' })
  const session = await sim.session({ scenario: { rules: [{ fault: { hang: true } }] } })
  // @ts-expect-error: its own process alone
  session.intercept()
  expectTypeOf((await (await session.stream('arbitrum')).next('prices'))?.originTs).toEqualTypeOf<
    number | undefined
  >()
}

export const good: ScenarioInput = {
  name: 'outage',
  clock: { at: '2026-03-01T12:00:00Z', mode: 'real', rate: 60 },
  rules: [
    {
      match: { network: ['arbitrum'], endpoint: 'tickers', query: { limit: 3 } },
      when: { calls: '1..3' },
      fault: { status: 429, retryAfter: '2s', delay: { median: '300ms', p95: '900ms' } },
    },
    { when: { calls: '4..', chance: 0.5 }, fault: { partial: { omit: ['ETH'] } } },
    { fault: { delay: '200ms' } },
  ],
  events: [
    { asset: '*', at: '20s', move: '-18%', over: '40s', recover: { to: '+5%' } },
    { asset: ['ETH', 'BTC'], at: '1m', freeze: '30s' },
    { at: '2m', reorg: { depth: 3, network: 'arbitrum' } },
  ],
}

export const bad: readonly ScenarioInput[] = [
  // @ts-expect-error: a key that is none
  { rulez: [] },
  // @ts-expect-error: two outcomes
  { rules: [{ fault: { status: 500, hang: true } }] },
  // @ts-expect-error: no outcome
  { rules: [{ fault: {} }] },
  // @ts-expect-error: a companion without its outcome
  { rules: [{ fault: { hang: true, retryAfter: '2s' } }] },
  // @ts-expect-error: a duration without a unit
  { rules: [{ fault: { status: 429, retryAfter: 2 } }] },
  // @ts-expect-error: an outcome that is none
  { rules: [{ fault: { poison: 'arsenic' } }] },
  // @ts-expect-error: a network is text
  { rules: [{ match: { network: 42161 }, fault: { hang: true } }] },
  // @ts-expect-error: a range that is none
  { rules: [{ when: { calls: 'first' }, fault: { hang: true } }] },
  // @ts-expect-error: a rule without a fault
  { rules: [{ match: {} }] },
  // @ts-expect-error: a move without per cent
  { events: [{ asset: 'ETH', at: '1s', move: -18 }] },
  // @ts-expect-error: two kinds of event
  { events: [{ asset: 'ETH', at: '1s', move: '-1%', freeze: '3s' }] },
  // @ts-expect-error: an event of no time
  { events: [{ asset: 'ETH', move: '-1%' }] },
  // @ts-expect-error: a seed is text
  { seed: 42 },
]
