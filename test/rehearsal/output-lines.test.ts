/** Output of a rehearsed program: bounded lines, and prices found by an expression that may backtrack. */
import { expect, test } from 'vitest'
import { createLineSplitter, MAX_LINE_LENGTH } from '../../src/rehearsal/output-lines.js'
import { createPricePattern } from '../../src/rehearsal/price-pattern.js'

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
  const pricesIn = createPricePattern(/(?<symbol>\w+) at (?<price>[\d.]+)/)
  expect(
    pricesIn(['ETH at 2041.20', 'nothing', 'BTC at 7']).map(({ symbol, price }) => [symbol, price]),
  ).toEqual([
    ['ETH', '2041.20'],
    ['BTC', '7'],
  ])
})

test('an expression that backtracks without end is ended with a message', () => {
  const pricesIn = createPricePattern(/(?<symbol>(\w+)+) at (?<price>\d+)$/)
  expect(() => pricesIn(['a'.repeat(200)])).toThrow(
    /^--observe takes too long: 150 ms for a line of output; /,
  )
})
