/** Output of a rehearsed program: bounded lines, and the prices in them. */
import { expect, test } from 'vitest'
import { createLineSplitter, MAX_LINE_LENGTH } from '../../src/rehearsal/output-lines.js'
import { printedPrices } from '../../src/rehearsal/price-pattern.js'

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
