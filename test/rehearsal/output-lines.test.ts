/** Output of a rehearsed program: bounded lines, the prices in them, and the last ones of one that died. */
import { expect, test } from 'vitest'
import { createLastLines, createLineSplitter, isBlock, MAX_LINE_LENGTH } from '../../src/rehearsal/program.js'

function linesOf(...chunks: Buffer[]): string[] {
  const splitter = createLineSplitter()
  return [...chunks.flatMap((chunk) => splitter.add(chunk)), ...splitter.finish()]
}

test('a line without an end is cut', () => {
  const chunk = Buffer.alloc(1 << 16, 'x')
  const lines = linesOf(...Array.from({ length: 20 }, () => chunk), Buffer.from('\nnext\n'))
  expect(lines).toEqual(['x'.repeat(MAX_LINE_LENGTH), 'next'])
})

const REDRAWN = '\u001b[2J\u001b[3J\u001b[HETH 2041.20\u001b[K\u001b[2;1HBTC 7\n\u001b[1;1HETH 2042.00\n'

test.each([
  ['colours', '\u001b[31mETH\u001b[0m 2041.20\n', ['ETH 2041.20']],
  ['a screen that is cleared and redrawn', REDRAWN, ['ETH 2041.20', 'BTC 7', 'ETH 2042.00']],
  ['figures without a space between two places', '\u001b[1;1H2041.20\u001b[1;9H7\n', ['2041.20', '7']],
  ['a status line that is overwritten', '10 %\r20 %\r\n\nend\r', ['10 %', '20 %', '', 'end']],
  ['returns before a line feed', 'a\r\r\nb\r\n\nc', ['a', 'b', '', 'c']],
  ['titles and links', '\u001b]0;owned\u0007a \u001b]8;;https://b\u001b\\b\u001b]8;;\u001b\\\n', ['a b']],
  ['C1 and an escape alone', '\u009b31mdo\u001b\u0085wn\u0008\n', ['do??wn?']],
  ['text that is read from right to left', 'price \u202e1402\n', ['price ?1402']],
  ['tabs', 'ETH\t2041.20\n', ['ETH\t2041.20']],
])('lines are plain: %s', (_name, output, lines) => {
  const bytes = Buffer.from(output)
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(linesOf(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(lines)
})

function lastOf(text: string): readonly string[] {
  const lines = createLastLines()
  for (const line of text.split('\n')) lines.add(line)
  return lines.read()
}

test('last lines are forty, without blank lines', () => {
  const text = Array.from({ length: 50 }, (_none, index) => `line ${index}\n`).join('\n')
  expect(lastOf(text)).toEqual(Array.from({ length: 40 }, (_none, index) => `line ${index + 10}`))
})

test('last lines are short, whatever is printed', () => {
  expect(lastOf('x'.repeat(1e6))[0].length).toBe(300)
})

test('a full buffer of the program is a block, unless a line ends there', () => {
  const block = Buffer.alloc(8192, 'x')
  expect(isBlock(block)).toBe(true)
  expect(isBlock(block.subarray(1))).toBe(false)
  expect(isBlock(Buffer.concat([block.subarray(1), Buffer.from('\n')]))).toBe(false)
  // As much as a pipe holds, of a line that is longer.
  expect(isBlock(Buffer.alloc(1 << 16, 'x'))).toBe(false)
})
