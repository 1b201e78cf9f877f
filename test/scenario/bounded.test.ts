/** Scenarios that are made to cost: each is refused after a bounded amount of work, with a bounded answer. */
import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { ScenarioError } from '../../src/scenario/read/problems.js'
import { checkScenarioValue, readScenario } from '../../src/scenario/read/read.js'
import { problemsOf } from '../support/problems.js'

const catalogue = loadCatalogue()
const MIB = 1 << 20
const BYTES = (128 << 10) - 100
const filled = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))

/** As texts of the largest size that is read. */
const TEXTS: Readonly<Record<string, string>> = {
  'closing brackets': filled(']', BYTES),
  'bracket pairs': filled('[]', BYTES),
  'commas in a list': `rules: [${filled(',', BYTES)}]`,
  'empty rules': `rules: [${filled('{},', BYTES)}]`,
  'numbers for rules': `rules: [${filled('1,', BYTES)}]`,
  'one key again and again': filled('a: 1\n', BYTES),
  'blank lines': `${filled('\n', BYTES)}a: 1`,
  aliases: `a: &a 1\nb: [${filled('*a,', BYTES)}]`,
  anchors: filled('&a ', BYTES),
  'bad escapes': `a: "${filled('\\q', BYTES)}"`,
  quotes: filled('"', BYTES),
  'unknown keys': Array.from({ length: BYTES / 12 }, (_, index) => `k${index}: 1`).join('\n'),
  'a long unknown key': `${filled('k', BYTES)}: 1`,
  'a long seed': `seed: "${filled('s', BYTES)}"`,
  'many unknown assets': `events: [{ asset: [${filled('ETHX,', BYTES)}], at: 1s, move: 1% }]`,
  'levels of brackets': filled('[', BYTES),
  'levels of JSON': `{"rules":${filled('[', BYTES / 2)}${filled(']', BYTES / 2)}}`,
  'a mebibyte': filled('#\n', MIB),
}

test.each(Object.entries(TEXTS))('%s: refused, in a few words', async (_name, text) => {
  expectFew(await readScenario(text, 'body', catalogue).catch((error: unknown) => error))
})

const nested = (levels: number): unknown => {
  let value: unknown = []
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
const circular: Record<string, unknown> = {}
circular['rules'] = circular

test.each<readonly [string, unknown]>([
  ['nested by 2000 levels', { rules: nested(2000) }],
  ['nested by 400000 lists', Array.from({ length: 400_000 }).reduce((inner: unknown[]) => [inner], [])],
  ['itself within itself', circular],
  ['half a million numbers', { rules: Array.from({ length: 500_000 }, () => 1) }],
  ['900 unknown keys', Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`rulesk${n}`, 1]))],
  ['a long seed', { seed: 's'.repeat(MIB) }],
  ['a long name', { name: 's'.repeat(201) }],
  ['a long description', { description: 's'.repeat(2001) }],
  ['a long asset', { events: [{ asset: 'E'.repeat(201), at: '1s', move: '1%' }] }],
  ['what cannot be printed', { clock: { mode: { toString: 1 } } }],
  ['what is not JSON', { rules: [{ match: { endpoint: 1n }, fault: { hang: true } }], seed: Symbol('s') }],
])('as a value, %s: refused, in a few words', (_name, value) => {
  expectFew(thrownBy(value))
})

test('reports a hundred problems, then that there are more', async () => {
  const problems = await problemsOf(`rules:\n${'  - { fault: { hang: no } }\n'.repeat(150)}`)
  expect(problems).toHaveLength(101)
  expect(problems.at(-1)).toContain('and more: fix these first')
})

function thrownBy(value: unknown): unknown {
  try {
    return checkScenarioValue(value, catalogue)
  } catch (error) {
    return error
  }
}

function expectFew(error: unknown): void {
  expect(error).toBeInstanceOf(ScenarioError)
  const { problems, message } = error as ScenarioError
  expect(problems.length).toBeLessThanOrEqual(101)
  expect(message.length).toBeLessThan(1000)
  expect(problems.map((problem) => problem.message).join('; ').length).toBeLessThan(30_000)
}

test.each<readonly [string, (bytes: number) => unknown[]]>([
  ['a long price', (bytes) => [1_760_130_000, `${filled('1', bytes)}x`, 1, 1, 1]],
  ['a long time', (bytes) => [filled('1', bytes), 1, 1, 1, 1]],
])('rows with %s are refused by its length, before anything reads it', (_what, row) => {
  for (const bytes of [41, 30_000, MIB]) {
    const rows = [[1_760_129_940, 1, 1, 1, 1], row(bytes)]
    expect(() => checkScenarioValue({ prices: { ETH: { period: '1m', rows } } }, catalogue)).toThrow(
      'prices.ETH.rows[1] this row has a cell of more than 40 characters: write it shorter',
    )
  }
})

test.each(['0s', '500ms', '1500ms'])('a period of %s is none', (period) => {
  const rows = [[1_760_129_940, 1, 1, 1, 1]]
  expect(() => checkScenarioValue({ prices: { ETH: { period, rows } } }, catalogue)).toThrow(
    'write whole seconds, such as 1m or 15m',
  )
})

test('more rows than there may be', () => {
  const rows = Array.from({ length: 600_001 }, () => [1, 1, 1, 1, 1])
  expect(() => checkScenarioValue({ prices: { ETH: { rows } } }, catalogue)).toThrow(
    'prices.ETH.rows this list has 600001 items: write at most 600000',
  )
})

test.each<readonly [string, unknown, number]>([
  ['empty', [], 300_000],
  ['too short', [1_760_130_000, 1, 1, 1], 100_000],
  ['too long', [1_760_130_000, 1, 1, 1, 1, 1], 100_000],
  ['no lists', { open: 1 }, 100_000],
  ['of other things', [1_760_130_000, 1, null, 1, 1], 100_000],
  ['of what is no number', [1_760_130_000, 1, Number.NaN, 1, 1], 100_000],
])('very many rows that are %s: the first is named, and no other', (_what, row, count) => {
  const rows = [[1_760_129_940, 1, 1, 1, 1], ...Array.from({ length: count }, () => row)]
  const { problems } = thrownBy({ prices: { ETH: { rows } } }) as ScenarioError
  expect(problems.map(({ message }) => message)).toEqual([
    'prices.ETH.rows[1] this row is not five numbers: write [time, open, high, low, close]',
  ])
})
