/** Snapshots, held to their promise: after a restore the same requests give the same bytes again. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import { catalogue } from '../support/prices.js'
import { samples } from '../support/runs.js'
import { startTestSimulator } from '../support/simulator.js'

const simulator = await startTestSimulator({ at: '2026-03-01T12:00:00Z' })
afterAll(() => simulator.stop())

const scenario = checkScenarioValue(
  {
    seed: 'snapshots',
    rules: [
      { id: 'bucket', match: { endpoint: 'tickers' }, fault: { rateLimit: { requests: 2, per: '10s' } } },
      { id: 'chance', match: { endpoint: 'ping' }, when: { chance: 0.4 }, fault: { status: 500 } },
      {
        id: 'third',
        match: { base: 'fallback' },
        when: { every: 3, times: 2 },
        fault: { status: 503, retryAfter: '1s' },
      },
      { id: 'frozen', match: { network: 'botanix' }, when: { after: '20s' }, fault: { stale: 'frozen' } },
    ],
    events: [{ asset: 'BTC', at: '30s', move: '-20%', over: '20s', recover: { to: '-5%', over: '1m' } }],
  },
  catalogue,
)

const PATHS = [
  '/arbitrum/prices/tickers',
  '/arbitrum/ping',
  '/botanix-fallback/prices/tickers',
  '/arbitrum-fallback/prices/candles?tokenSymbol=BTC&period=1m&limit=2',
  '/botanix/prices/candles?tokenSymbol=BTC&period=5m&limit=1',
]

type Step = { readonly get: string } | { readonly advanceMs: number }
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PATHS).map((get) => ({ get })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40_000 }).map((advanceMs) => ({ advanceMs })) },
)
const anySteps = fc.array(anyStep, { maxLength: 12 })

/** Everything a client could tell: status, rule, instant, wait and body of each reply. */
async function take(steps: readonly Step[]): Promise<string[]> {
  const seen: string[] = []
  for (const step of steps) {
    if ('advanceMs' in step) {
      simulator.session.clock.advance(step.advanceMs)
      continue
    }
    const reply = await fetch(`${simulator.url}${step.get}`)
    const headers = ['x-gmx-sim-rule', 'x-gmx-sim-at', 'retry-after'].map((name) => reply.headers.get(name))
    seen.push([reply.status, ...headers, await reply.text()].join(' '))
  }
  return seen
}

const journalOf = () =>
  simulator.session.journal.entries().map(({ ms: _, connection: __, ...entry }) => entry)

test('restore, also repeated: requests, advances and further snapshots in between leave no trace', async () => {
  const { session } = simulator
  await fc.assert(
    fc.asyncProperty(anySteps, anySteps, anySteps, async (before, after, between) => {
      session.reset()
      session.loadScenario(scenario)
      await take(before)
      const snapshot = session.snapshot()
      const first = await take(after)
      const [journal, count] = [journalOf(), session.journal.count({ status: 200 })]
      const inner = session.snapshot()
      await take(between)
      session.loadScenario(undefined)
      session.restore(snapshot)
      expect(await take(after)).toEqual(first)
      expect(journalOf()).toEqual(journal)
      expect(session.journal.count({ status: 200 })).toBe(count)
      session.restore(inner)
      const further = await take(between)
      for (const [state, steps, expected] of [
        [inner, between, further],
        [snapshot, after, first],
      ] as const) {
        session.restore(state)
        expect(await take(steps)).toEqual(expected)
      }
    }),
    { numRuns: samples(60) },
  )
})
