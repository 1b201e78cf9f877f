/** Relative base names as plain functions: how they resolve, and which connections they refuse. */
import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { BUILT_IN, NETWORKS } from '../../src/market/catalogue/networks.js'
import { closedPortsOf } from '../../src/scenario/closed-ports.js'
import { resolveBases } from '../../src/scenario/current-base.js'
import { withoutOverridden } from '../../src/scenario/overrides.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import type { Scenario } from '../../src/scenario/schema.js'

const catalogue = loadCatalogue()

function resolved(place: Readonly<Record<string, unknown>>, answers: Readonly<Record<string, number>>) {
  const scenario = checkScenarioValue({ rules: [{ match: place, fault: { refuse: true } }] }, catalogue)
  return resolveBases(scenario, BUILT_IN, ({ prefix }) => answers[prefix] ?? 0)
}

const basesIn = ({ rules }: Scenario) => rules?.[0].match?.resolved

describe('resolved by answers', () => {
  test.each([
    [{ network: 'arbitrum', base: 'current' }, {}, ['primary']],
    [{ network: 'arbitrum', base: 'current' }, { arbitrum: 2, 'arbitrum-fallback': 2 }, ['primary']],
    [{ network: 'arbitrum', base: 'current' }, { arbitrum: 1, 'arbitrum-fallback-2': 2 }, ['fallback-2']],
    [{ network: 'arbitrum', base: 'others' }, { 'arbitrum-fallback': 1 }, ['primary', 'fallback-2']],
    [
      { network: 'arbitrum', base: ['current', 'primary'] },
      { 'arbitrum-fallback': 1 },
      ['primary', 'fallback'],
    ],
  ])('%j after %j: %j', (place, answers, bases) => {
    expect(basesIn(resolved(place, answers))).toEqual({ arbitrum: bases })
  })
})

test('a rule that refuses connections closes the current base', () => {
  const { closedBy } = closedPortsOf(
    { scenario: resolved({ base: 'current' }, { 'arbitrum-fallback': 1 }), loadedAtMs: 0 },
    0,
  )
  const closed = BUILT_IN.addresses.filter((address) => closedBy(address) !== undefined)
  expect(closed.map(({ prefix }) => prefix)).toEqual([
    'arbitrum-fallback',
    ...NETWORKS.filter((name) => name !== 'arbitrum'),
  ])
})

const clock = { at: 0, mode: 'frozen', rate: 2 } as const
const scenario = { name: 'a', seed: '42', clock, dialect: 'observed' } as const

test.each([
  [[], scenario],
  [['seed'], { name: 'a', clock, dialect: 'observed' }],
  [['dialect'], { name: 'a', seed: '42', clock }],
  [['at'], { ...scenario, clock: { mode: 'frozen', rate: 2 } }],
  [['clock'], { ...scenario, clock: { at: 0 } }],
  [['clock', 'at'], { name: 'a', seed: '42', dialect: 'observed' }],
] as const)('a scenario with %o overridden leaves %o', (given, left) => {
  expect(withoutOverridden(scenario, new Set(given))).toEqual(left)
})
