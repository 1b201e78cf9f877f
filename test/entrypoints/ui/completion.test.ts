/** Completion in the editor, by the published schema of scenario files. */
import { describe, expect, test } from 'vitest'
import { completionsAt } from '../../../src/entrypoints/ui/incident/completion.js'
import { scenarioJsonSchema } from '../../../src/scenario/json-schema.js'

const SCHEMA = scenarioJsonSchema()
const at = (text: string) => completionsAt(SCHEMA, text, text.length)
const labels = (text: string) => at(text).items.map(({ label }) => label)

describe('keys', () => {
  test.each([
    ['', ['name', 'description', 'seed']],
    ['ru', ['rules']],
    ['rules:\n  - id: dead\n    ma', ['match']],
    ['rules:\n- ', ['id', 'match', 'when', 'fault']],
    ['rules:\n  - match: { network: arbitrum, ba', ['base']],
    ['rules:\n  - fault:\n      rate', ['rateLimit']],
    ['rules:\n  - fault: { rateLimit: { per: 1s, bu', ['burst']],
    ['rules:\n  - fault: { hang: true }\nev', ['events']],
    ['prices:\n  ETH: { bet', ['between']],
    ['events:\n  - { asset: ETH, recover: { ', ['after', 'to', 'over']],
  ])('%j', (text, expected) => {
    expect(labels(text)).toEqual(expect.arrayContaining(expected))
    if (expected.length === 1) expect(labels(text)).toEqual(expected)
  })

  test('follow the word at the cursor, and are followed by a colon', () => {
    const { from, items } = at('rules:\n  - id: x\n    fa')
    expect([from, items[0].insert]).toEqual(['rules:\n  - id: x\n    '.length, 'fault: '])
    expect(items[0].about).toContain('Effect')
  })
})

describe('values', () => {
  test.each([
    ['rules:\n  - match: { network: a', ['arbitrum', 'avalanche']],
    ['rules:\n  - match: { base: [primary, fallb', ['fallback', 'fallback-2']],
    ['rules:\n  - fault: { hang: ', ['true']],
    ['dialect: ', ['documented', 'observed']],
    ['rules:\n  - match: { query: { base: ', []],
    ['rules:\n  - match: { network: arbitrum } # ba', []],
    ['name: ', []],
  ])('%j', (text, expected) => {
    expect(labels(text)).toEqual(expected)
  })

  test('right behind the colon a space comes first', () => {
    expect(at('dialect:').items[0].insert).toBe(' documented')
  })
})
