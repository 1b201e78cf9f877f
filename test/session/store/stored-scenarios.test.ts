/** Scenarios in documents of the store: the check of what is read there accepts all that a replica may write. */
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { delayExamples } from '../../../src/scenario/faults/delay.js'
import { CODE_FAULTS, FAULTS } from '../../../src/scenario/faults/index.js'
import { scenarioJsonSchema } from '../../../src/scenario/json-schema.js'
import { libraryNames } from '../../../src/scenario/read/library.js'
import { loadScenarioFile } from '../../../src/scenario/read/load.js'
import { readScenario } from '../../../src/scenario/read/read.js'
import type { Scenario } from '../../../src/scenario/schema.js'
import { originText, sessionOriginOf } from '../../../src/session/store/documents.js'

const catalogue = loadCatalogue()
const NO_SESSIONS = {} as Parameters<typeof sessionOriginOf>[1]

async function stored(scenario: Scenario) {
  const origin = { change: { scenario }, endsAtMs: 1 } as Parameters<typeof originText>[0]
  return (await sessionOriginOf(originText(origin), NO_SESSIONS)).change.scenario
}

/** Every key of a match, of a trigger and of an event, as one value and as a list. */
const OTHERS = [
  'rules: [{ id: a, match: { network: arbitrum, base: primary, endpoint: ping, method: GET }, fault: { status: 503 } }]',
  'rules: [{ match: { network: [arbitrum, botanix], base: [current], endpoint: [ping, tokens], method: [GET, HEAD] }, fault: { status: 503 } }]',
  'rules: [{ match: { query: { to: "5", asset: a, after: b }, header: { at: "1", from: x } }, fault: { status: 503 } }]',
  'rules: [{ when: { calls: 3, every: 2, times: 5, after: 1.5s, until: 1h, chance: 0.5 }, fault: { status: 503 } }]',
  'rules: [{ when: { calls: 2.. }, fault: { status: 503 } }, { when: { calls: 1..3 }, fault: { hang: true } }]',
  'events: [{ asset: ETH, at: 1.1s, move: -18%, over: 40s, recover: { after: 1m, to: -5.55%, over: 10m } }]',
  'events: [{ asset: [ETH, BTC], at: 0s, price: 1.5, over: 1m }, { asset: "*", at: 1d, freeze: 90s }]',
  'events: [{ at: 1m, reorg: { depth: 3, network: arbitrum, base: fallback } }]',
  'events: [{ at: 1m, reorg: { depth: 3, network: [arbitrum, botanix], base: [primary, fallback] } }]',
]
const FAULT_RULES = [...FAULTS.flatMap(({ examples }) => examples), ...delayExamples].map(
  (fault) => `rules: [{ fault: ${fault} }]`,
)
const TEXTS = [...FAULT_RULES, ...OTHERS]

test.each(TEXTS)('%s', async (text) => {
  const scenario = await readScenario(text, 'file', catalogue)
  expect(await stored(scenario)).toEqual(scenario)
})

test.each(libraryNames())('%s of the library', async (name) => {
  const scenario = await loadScenarioFile(name, catalogue)
  expect(await stored(scenario)).toEqual(scenario)
})

test('these texts contain every key of a rule and of an event', () => {
  const { properties = {}, ...rest } = scenarioJsonSchema(catalogue.bases) as { readonly properties?: object }
  const { rules, events } = properties as Readonly<Record<string, unknown>>
  const inSchema = new Set<string>()
  const visit = (part: unknown, isKeys = false): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) {
      if (isKeys && !CODE_FAULTS.some((fault) => fault.key === key)) inSchema.add(key)
      visit(value, !isKeys && key === 'properties')
    }
  }
  visit([rules, events, (rest as { readonly definitions?: unknown }).definitions])
  const written = new Set<string>()
  for (const text of TEXTS)
    JSON.stringify(parse(text), (key, value: unknown) => {
      written.add(key)
      return value
    })
  expect(inSchema.size).toBeGreaterThan(40)
  expect([...inSchema].filter((key) => !written.has(key))).toEqual([])
})
