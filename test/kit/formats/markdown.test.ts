/** Data of a hostile source in Markdown. */
import { expect, test } from 'vitest'
import { code, codeBlock, markdownTable, plain } from '../../../src/kit/formats/markdown.js'

/** Characters that renderers interpret outside code spans unless escaped. */
function activeIn(markdown: string): string[] {
  const outside = markdown.replace(/`[^`]*`/g, '').replace(/\\[!-/:-@[-`{-~]/g, '')
  return outside.match(/[`*_[\]<>|#&~$]|@|:\/\/|www\./g) ?? []
}

const HOSTILE = [
  '[click](https://evil.example)',
  '![pixel](//evil.example/x.png)',
  '<img src=x onerror=alert(1)>',
  '@everyone and @org/team',
  'mail me@evil.example',
  'https://evil.example, www.evil.example and WWW.EVIL.EXAMPLE',
  'fixes #12',
  'a | b',
  '**bold** _it_ ~~gone~~ `code` $x$ &lt;',
  '\\`[x](y)`',
  'two\n# lines',
]

test.each(HOSTILE)('plain(%j) has nothing that acts, and one line', (text) => {
  expect(activeIn(plain(text))).toEqual([])
  expect(plain(text)).not.toContain('\n')
})

test.each(HOSTILE)('code(%j) is one span, also within a table', (text) => {
  expect(code(text)).toMatch(/^`[^`|\n]+`$/)
})

test('no line of a block closes it', () => {
  const lines = ['a\n````\n<img src=x>', '  ```']
  expect(codeBlock(lines, 'sh')).toEqual(['`````sh', ...lines, '`````'])
})

test('words without signs stay as they are', () => {
  expect(plain('after 2.0 s (good up to 1.0 s): "yes"')).toBe('after 2.0 s (good up to 1.0 s): "yes"')
  expect(code('')).toBe('` `')
})

test('tables: figures are aligned right', () => {
  expect(markdownTable(['name', 'score'], [['`a`', '7']], ['score'])).toEqual([
    '| name | score |',
    '| --- | ---: |',
    '| `a` | 7 |',
  ])
})
