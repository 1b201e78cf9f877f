/** Reports of a source that means harm. */

import { expect, test } from 'vitest'
import { type Comparison, DIFFERENCE_FORMATS, reportOf } from '../../src/compare/report.js'

const EVIL = '\u001b[2J<img src=x>\r\n| \u202e'
const COMPARISON: Comparison = {
  base: `http://127.0.0.1/${EVIL}`,
  network: 'arbitrum',
  dialect: 'documented',
  asked: 12,
  differences: [{ kind: 'key', where: `tickers ${EVIL}`, theirs: EVIL + 'x'.repeat(1000), ours: 'none' }],
  notes: [EVIL],
}

test.each(DIFFERENCE_FORMATS)(
  '%s: no sign of theirs steers a terminal, and no text is without end',
  (format) => {
    const text = reportOf(COMPARISON, format)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(text).not.toContain('x'.repeat(201))
    expect(text).toContain('?[2J')
  },
)

test('markdown: data stays text in one row, without links, images or mentions', () => {
  const theirs = '[x](//evil) ![x](//evil) @everyone https://evil'
  const [difference] = COMPARISON.differences
  const hostile = { ...COMPARISON, notes: [theirs, EVIL], differences: [{ ...difference, theirs }] }
  const text = reportOf(hostile, 'markdown')
  expect(text.replace(/`[^`\n]*`/g, '')).not.toMatch(/(?<!\\)[[<]|@|https:/)
  expect(text.split('\n').filter((line) => line.startsWith('|')).length).toBe(3)
})

test('text: no value is a command of a CI system, wherever it is wrapped', () => {
  const [difference] = COMPARISON.differences
  const theirs = `${'x'.repeat(90)} ::error::mine ##[error]mine`
  const text = reportOf({ ...COMPARISON, notes: [theirs], differences: [{ ...difference, theirs }] }, 'text')
  expect(text).not.toMatch(/^\s*::error|##\[/m)
})

test('what could not be checked is in every format', () => {
  const comparison = { ...COMPARISON, differences: [], notes: ['the cache window was not measured'] }
  for (const format of DIFFERENCE_FORMATS)
    expect(reportOf(comparison, format), format).toContain('the cache window was not measured')
})
