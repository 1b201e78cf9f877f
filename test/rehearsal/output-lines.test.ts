/** Output of a rehearsed program: bounded lines, the prices in them, and the last ones of one that died. */
import { expect, test } from 'vitest'
import {
  createLastLines,
  createLineSplitter,
  MAX_LINE_LENGTH,
  printedPrices,
} from '../../src/rehearsal/program.js'

function linesOf(...chunks: Buffer[]): string[] {
  const splitter = createLineSplitter()
  return [...chunks.flatMap((chunk) => splitter.add(chunk)), ...splitter.finish()]
}

test('lines are joined across chunks, also within a character', () => {
  const bytes = Buffer.from('one\r\ntwö\n\nlast')
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(linesOf(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(['one', 'twö', '', 'last'])
})

test('a line without an end is cut', () => {
  const chunk = Buffer.alloc(1 << 16, 'x')
  const lines = linesOf(...Array.from({ length: 20 }, () => chunk), Buffer.from('\nnext\n'))
  expect(lines).toEqual(['x'.repeat(MAX_LINE_LENGTH), 'next'])
})

test('an expression finds the prices of some lines', () => {
  const pattern = /(?<symbol>\w+) at (?<price>[\d.]+)/
  expect(printedPrices(pattern, ['ETH at 2041.20', 'nothing', 'BTC at 7'])).toEqual([
    { symbol: 'ETH', price: '2041.20' },
    { symbol: 'BTC', price: '7' },
  ])
})

function lastOf(text: string): readonly string[] {
  const lines = createLastLines()
  for (const line of text.split('\n')) lines.add(line)
  return lines.read()
}

test('last lines are ten, without blank lines and colours', () => {
  const text = Array.from({ length: 30 }, (_none, index) => `\u001b[31mline ${index}\u001b[0m\n`).join('\n')
  expect(lastOf(text)).toEqual(Array.from({ length: 10 }, (_none, index) => `line ${index + 20}`))
})

test('last lines keep the message above a deep stack trace', () => {
  const frames = Array.from(
    { length: 30 },
    (_none, index) => `    at f${index} (file:///client.js:${index}:1)`,
  )
  const internal = '    at node:internal/main/run_main_module:36:49'
  const text = [
    '/client.js:3',
    'throw x',
    '^',
    '',
    'Error: boom',
    ...frames,
    internal,
    '',
    'Node.js v20.19.0',
  ].join('\n')
  const lines = lastOf(text)
  expect(lines).toContain('Error: boom')
  expect(lines.at(-1)).toBe(frames[3])
})

test('last lines are short, whatever is printed', () => {
  expect(lastOf('x'.repeat(1e6))[0].length).toBe(300)
})
