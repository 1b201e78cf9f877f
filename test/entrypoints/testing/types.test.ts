/** What does not compile: `npm run types` checks this file, and a line that is expected not to compile and does is an error. */
import { expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod'
import type { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import type {
  BaseName,
  EndpointId,
  EventInput,
  FaultInput,
  MatchInput,
  NetworkName,
  Replies,
  RuleInput,
  ScenarioInput,
  Simulator,
  SimulatorOptions,
  WhenInput,
} from '../../../src/entrypoints/index.js'
import { UserError } from '../../../src/kit/errors.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import type { eventSchema } from '../../../src/scenario/events.js'
import type { delaySchema } from '../../../src/scenario/faults/delay.js'
import type { FAULTS } from '../../../src/scenario/faults/index.js'
import type { matchSchema } from '../../../src/scenario/match.js'
import { checkScenarioValue } from '../../../src/scenario/read/read.js'
import type { scenarioSchema } from '../../../src/scenario/schema.js'
import type { whenSchema } from '../../../src/scenario/trigger.js'

/** Never called: it only has to compile where it should, and not where it should not. */
async function typed(sim: Simulator): Promise<void> {
  sim.baseUrl('arbitrum', 'fallback-2')
  // A catalogue may have those.
  sim.baseUrl('megaeth', 'secondary')
  expectTypeOf(sim.baseUrls['megaeth']['primary']).toBeString()
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
  expectTypeOf(await sim.ask('arbitrum', 'tickers')).toEqualTypeOf<
    readonly import('../../../src/entrypoints/index.js').Ticker[]
  >()
  expectTypeOf(sim.journal.count()).toBeNumber()
  expectTypeOf(sim.clock.now()).toEqualTypeOf<Date>()
  expectTypeOf<SimulatorOptions['port']>().toEqualTypeOf<number | undefined>()
}

const good: ScenarioInput = {
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

const bad: readonly ScenarioInput[] = [
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

test('types: what does not compile is rejected at run time, too', () => {
  expect(typed).toBeTypeOf('function')
  const catalogue = loadCatalogue()
  checkScenarioValue(good, catalogue)
  for (const scenario of bad)
    expect(() => checkScenarioValue(scenario, catalogue), JSON.stringify(scenario)).toThrow(UserError)
})

test('types: an editor completes the names of the built-in networks and bases, any other is for a catalogue', () => {
  expectTypeOf<Extract<NetworkName, 'arbitrum'>>().toEqualTypeOf<'arbitrum'>()
  expectTypeOf<Extract<BaseName, 'fallback-2'>>().toEqualTypeOf<'fallback-2'>()
  expectTypeOf<string>().toExtend<NetworkName>()
  expectTypeOf<string>().toExtend<BaseName>()
  const match: MatchInput = { network: 'ethereum', base: 'secondary' }
  expect(() => checkScenarioValue({ rules: [{ match, fault: { hang: true } }] }, loadCatalogue())).toThrow(
    'network is "ethereum": write one of arbitrum, avalanche, botanix',
  )
})

type KeysOf<Union> = Union extends unknown ? keyof Union : never

test('types: names match the schemas', () => {
  expectTypeOf<keyof ScenarioInput>().toEqualTypeOf<keyof z.input<typeof scenarioSchema>>()
  expectTypeOf<keyof MatchInput>().toEqualTypeOf<keyof z.input<typeof matchSchema>>()
  expectTypeOf<keyof WhenInput>().toEqualTypeOf<keyof z.input<typeof whenSchema>>()
  expectTypeOf<KeysOf<EventInput>>().toEqualTypeOf<keyof z.input<typeof eventSchema>>()
  type Rule = NonNullable<z.input<typeof scenarioSchema>['rules']>[number]
  expectTypeOf<keyof RuleInput>().toEqualTypeOf<keyof Rule>()
  expectTypeOf<NonNullable<FaultInput['delay']>>().toExtend<z.input<typeof delaySchema>>()
  expectTypeOf<WhenInput>().toExtend<z.input<typeof whenSchema>>()
  expectTypeOf<ScenarioInput['clock']>().toExtend<z.input<typeof scenarioSchema>['clock']>()
})

/** The compiler prints this sentence in place of the names that differ. */
type UpToDate<Declared, Generated> = [Declared, Generated] extends [Generated, Declared]
  ? true
  : 'generated types are out of date: run npm run generate'

test('types: they know every fault and every endpoint', () => {
  type Key = (typeof FAULTS)[number]['key']
  type Id = (typeof ENDPOINTS)[number]['id']
  const known: [
    UpToDate<Key, Key & KeysOf<FaultInput>>,
    UpToDate<Id, EndpointId>,
    UpToDate<Id, keyof Replies>,
  ] = [true, true, true]
  expect(known).not.toContain(false)
  expectTypeOf<{ [K in Key]: Extract<FaultInput, { readonly [Own in K]: unknown }> }[Key]>().not.toBeNever()
})
