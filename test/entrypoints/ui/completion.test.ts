/** Completion in the editor, by the published schema of scenario files. */
import { describe, expect, test } from 'vitest'
import { completionsAt, descriptionAt } from '../../../src/entrypoints/ui/incident/completion.js'
import { scenarioJsonSchema } from '../../../src/scenario/json-schema.js'

const SCHEMA = scenarioJsonSchema()
/** Completions of the word at the end of a text. */
function at(text: string) {
  const [word] = /[\w-]*$/.exec(text) ?? ['']
  const all = completionsAt(SCHEMA, text.slice(0, text.length - word.length))
  return all.filter(({ label }) => label.startsWith(word))
}
const labels = (text: string) => at(text).map(({ label }) => label)

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

  test('are followed by a colon, and described', () => {
    const [first] = at('rules:\n  - id: x\n    fa')
    expect([first.apply, first.info]).toEqual(['fault: ', expect.stringContaining('Effect')])
  })

  test('given ones are not suggested again', () => {
    expect(labels('rules:\n  - match: { base: primary, ba')).toEqual([])
    expect(labels('rules:\n  - id: x\n    match: {}\n    ')).not.toContain('id')
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
    ['rules:\n  - match:\n      endpoint:\n        - tick', ['tickers']],
  ])('%j', (text, expected) => {
    expect(labels(text)).toEqual(expected)
  })

  test('right behind the colon a space comes first', () => {
    expect(at('dialect:')[0].apply).toBe(' documented')
  })
})

test('a key is described wherever it is, others are not', () => {
  const text = 'rules:\n  - fault: { rateLimit: { per: 1s, burst: 2 } }\n'
  expect(descriptionAt(SCHEMA, text, text.indexOf('fault') + 2)).toContain('Effect')
  expect(descriptionAt(SCHEMA, text, text.indexOf('rules') + 2)).toBeTruthy()
  expect(descriptionAt(SCHEMA, text, text.indexOf('1s'))).toBeUndefined()
})
