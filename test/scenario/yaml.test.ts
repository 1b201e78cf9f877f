/** Texts that are no YAML, or too much of it, and spellings that are good. */
import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { readScenario } from '../../src/scenario/read/read.js'
import { problemsOf } from '../support/problems.js'

const read = (text: string) => readScenario(text, 'file.yaml', loadCatalogue())

const EMPTY = '1:1 the file is empty: write a scenario, such as rules: []'
const CATALOGUE =
  '1:1 this is a catalogue, not a scenario: npx --no -- gmx-sim catalogue --catalogue <file> checks it, and serve --catalogue <file> serves it'

test.each([
  ['nothing', '', EMPTY],
  ['null', 'null', EMPTY],
  ['a list', '[]', '1:1 this is []: write a mapping (key: value)'],
  ['a tab', 'rules:\n\t- fault: { hang: true }', '2:1 tabs cannot indent: write spaces'],
  ['a key twice', 'name: a\nname: b', '2:1 duplicate key: write it once'],
  ['a key twice on a line', 'clock: { rate: 1, rate: 2 }', '1:19 duplicate key: write it once'],
  ['a second document', 'name: a\n---\nname: b', '2:1 a second document begins here: write one per file'],
  ['a list as key', '? [a]\n: 2', '1:3 this key is not text: quote it'],
  ['a tag', 'name: !foo bar', '1:7 tags such as !this are not supported: remove it'],
  [
    'text with a colon',
    'description: it fails: badly',
    '1:14 a key is not allowed here: check the indentation, or quote text that contains a colon',
  ],
  ['an open quote', 'name: "a', '1:9 this is not YAML: missing closing quote'],
  ['half a JSON', '{"name": "x"', '1:13 this is not YAML: flow map must end with a }'],
  ['an alias of nothing', 'name: *a', '1:7 *a is undefined: define &a first'],
  ['an alias in itself', 'rules: &r\n  - *r', '2:5 *r refers to itself: write it out'],
  [
    'a merge of text',
    'x-a: &a b\nrules: [{ <<: *a }]',
    '2:15 << merges mappings only: write an alias such as *name, or a list of them',
  ],
  ['a merge in itself', 'rules:\n  - &r { <<: *r }', '2:14 *r refers to itself: write it out'],
  ['a catalogue', 'arbitrum: { tokens: [] }', CATALOGUE],
  ['networks', '# mine\nnetworks: { katana: { chainId: 7 } }', CATALOGUE.replace('1:1', '2:1')],
  [
    'more than 128 kB',
    `name: ${'x'.repeat(10_000_000)}`,
    '1:1 the scenario is larger than 128 kB: shorten it',
  ],
])('%s', async (_name, text, problem) => {
  expect(await problemsOf(text)).toEqual([problem])
})

describe('texts that explode', () => {
  const level = (name: string, of: string) => `${name}: &${name} [${Array(10).fill(of).join(', ')}]\n`

  test('aliases of aliases of aliases are refused', async () => {
    const bomb = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].reduce(
      (text, name, n) => text + level(name, `*${'abcdefgh'[n]}`),
      level('a', 'x'),
    )
    expect(await problemsOf(bomb)).toEqual(['1:1 the aliases expand too far: write less'])
  })

  test.each([
    ['large mappings', `{${Array.from({ length: 900 }, (_, n) => `k${n}: 1`)}}`, '{ <<: *a }'],
    ['deep mappings', `{ k: ${'{ k: '.repeat(40)}1${' }'.repeat(40)} }`, '{ <<: *a }'],
    ['lists of mappings', '{ k: 1 }', `{ <<: [${Array(12).fill('*a')}] }`],
  ])('so are merges of %s, before they are expanded', async (_name, source, user) => {
    const text = `x-a: &a ${source}\nx-b: [${Array(900).fill(user).join(', ')}]\nrules: []`
    expect(await problemsOf(text)).toEqual(['1:1 the aliases expand too far: write less'])
  })

  test.each([
    ['[', '1:101'],
    ['{ a: ', '1:501'],
    ['[\n', '101:1'],
    ['- ', '1:201'],
    ['? ', '1:201'],
  ])('deep nesting (%j) is refused, however deep', async (opening, place) => {
    const problem = `${place} the file is nested too deeply: write it flatter`
    expect(await problemsOf(opening.repeat(20_000))).toEqual([problem])
  })

  test('nesting that real bodies need is accepted', async () => {
    const deep = `${'['.repeat(90)}${']'.repeat(90)}`
    const { rules = [] } = await read(`rules: [{ fault: { status: 500, body: ${deep} } }]`)
    expect(JSON.stringify((rules[0].fault as { body: unknown }).body)).toBe(deep)
  })
})

describe('merge keys', () => {
  const DOWN = { match: { base: ['primary'] }, fault: { status: 503 } }

  test('a rule takes the keys that it does not have from another', async () => {
    const { rules } = await read(`
rules:
  - &down { id: a, match: { base: primary }, fault: { status: 503 } }
  - { <<: *down, id: b }
  - { id: c, <<: [{ fault: { hang: true } }, *down] }`)
    expect(rules).toEqual([
      { id: 'a', ...DOWN },
      { id: 'b', ...DOWN },
      { id: 'c', ...DOWN, fault: { hang: true } },
    ])
  })
})

describe('good spellings', () => {
  const rule = { id: 'rule-1', fault: { status: 500 } }

  test.each([
    ['JSON', '{"rules": [{"fault": {"status": 500}}]}'],
    ['a $schema', '$schema: x.json\nrules: [{ fault: { status: 500 } }]'],
    ['Windows line ends and a byte order mark', '\uFEFFrules:\r\n  - fault:\r\n      status: 500\r\n'],
    ['an alias used sensibly', 'rules:\n  - fault: &f { status: 500 }\n  - fault: *f\n'],
  ])('%s', async (_name, text) => {
    expect((await read(text)).rules?.[0]).toEqual(rule)
  })

  test('values are parsed to ms, fractions and lists', async () => {
    const text = `
      clock: { at: 2026-03-01T12:00:00Z }
      rules: [{ match: { base: primary, query: { limit: 1 } }, when: { calls: 4.., after: 1.5s }, fault: { hang: true } }]
      events: [{ asset: ETH, at: 1m, move: -18%, recover: { to: +2.5% } }]`
    expect(await read(text)).toEqual({
      clock: { at: Date.parse('2026-03-01T12:00:00Z') },
      rules: [
        {
          id: 'rule-1',
          match: { base: ['primary'], query: { limit: '1' } },
          when: { calls: { first: 4, last: Number.POSITIVE_INFINITY }, after: 1500 },
          fault: { hang: true },
        },
      ],
      events: [{ asset: ['ETH'], at: 60_000, move: -0.18, recover: { to: 0.025 } }],
    })
  })
})
