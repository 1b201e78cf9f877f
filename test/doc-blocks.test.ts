/** Blocks of documents: parsing, and comparison with printed output. */
import { describe, expect, test } from 'vitest'
import { blocksOf, isShown, withFigures } from './support/doc-blocks.js'

describe('comparing documented with actual output', () => {
  const json = (text: string) => ({ language: 'json', text })
  const text = (text: string) => ({ language: 'text', text })

  test.each([
    [json('[1, 2]'), '[1,2]', true],
    [json('[1, …]'), '[1,2,3]', true],
    [json('{\n  "a b": [1, …],\n  "c": …\n}'), '{"a b":[1,2],"c":3}', true],
    [json('[1, …]'), '[2,1]', false],
    [json('[1, …, 4]'), '[1,2,3]', false],
    [json('{"a": …, "x": …}'), '{"a":1}', false],
    [json('["a b"]'), '["ab"]', false],
    [text('x-a: 1'), 'x-a: 1\r\n', true],
    [text('a b'), 'ab', false],
    [text('a'), 'a\nb', false],
  ])('%o is shown for %j: %s', (shown, printed, good) => {
    expect(isShown(shown, printed)).toBe(good)
  })

  test.each([
    ['an unknown language', '```ruby\nputs 1\n```', 'ruby'],
    ['no language', '```\nls\n```', 'no language'],
    ['TypeScript from nowhere', '```ts\nlet a = 1\n```', 'which file'],
    ['an output of nothing', '```json\n{}\n```', 'no block directly above'],
    ['an output that is too far away', '```sh\nls\n```\nprints\n```text\na\n```', 'no block directly above'],
    ['a second output', '```sh\nls\n```\n```text\na\n```\n```text\nb\n```', 'no block directly above'],
    ['a block that cannot run, without a reason', '```sh needs\nls\n```', 'needs one of'],
    ['a block that cannot run, for another reason', '```sh needs luck\nls\n```', 'needs one of'],
  ])('%s is a block that no test runs', (_name, markdown, words) => {
    expect(blocksOf('a.md', markdown).problems).toEqual([expect.stringContaining(words)])
  })
})

test.each([
  ['sh', { role: 'run', source: '' }],
  ['sh server', { role: 'server', source: '' }],
  ['sh clone', { role: 'clone', source: '' }],
  ['sh needs docker', { role: 'needs', source: '' }],
  ['sh golden', { role: 'run', source: 'golden' }],
  ['yaml > outage.yaml', { role: 'run', source: '', savedAs: 'outage.yaml' }],
  ['js examples/a/b.js > b.js', { role: 'run', source: 'examples/a/b.js', savedAs: 'b.js' }],
  ['json > a.json', { savedAs: 'a.json' }],
])('the fence `%s`', (info, meaning) => {
  const { blocks, problems } = blocksOf('a.md', `\`\`\`${info}\nx\n\`\`\`\n`)
  expect(problems).toEqual([])
  expect(blocks).toMatchObject([meaning])
})

describe('figures that have changed', () => {
  test.each([
    ['ETH 1.5\nBTC 2', 'ETH 3\nBTC 4.25\n', 'ETH 3\nBTC 4.25'],
    ['{\n  "a": [1, …],\n  "b": "20"\n}', '{"a":[2,3],"b":"7"}', '{\n  "a": [2, …],\n  "b": "7"\n}'],
    ['[[1, 2.5], [-3, 4]]', '[[5,6],[7,-8.5]]', '[[5, 6], [7, -8.5]]'],
    ['ETH 1', 'BTC 1', undefined],
    ['a (1)', 'a [1]', undefined],
  ])('%j, of which is printed %j', (text, printed, refreshed) => {
    expect(withFigures({ text }, printed)).toBe(refreshed)
  })
})
