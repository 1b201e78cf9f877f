/** Numbers and instants as the page writes them. */
import { expect, test } from 'vitest'
import { formatPercent, instantLabel } from '../../../src/entrypoints/ui/words.js'
import { digitsOf, digitsOfStep, formatUsd, plainUsd } from '../../../src/kit/text/usd.js'

test.each([
  [64_123.456, 22, '64,123.46'],
  [3156.94, 12, '3,156.94'],
  [1.0002, 24, '1.00020'],
  [0.000123456, 25, '0.000123456'],
  [0.0000123456, 25, '0.0₄123456'],
  [0.00000137499, 11, '0.0₅137499'],
  [0.000000000001234, 25, '0.0₁₁123400'],
  [0.12345678, 4, '0.1235'],
  [0, 12, '0.00'],
])('%d USD of an asset with %i decimals is %s', (usd, decimals, text) => {
  expect(formatUsd(usd, digitsOf(usd, decimals))).toBe(text)
})

test('screen readers get all zeros, and labels of a scale as many digits as its step', () => {
  expect(plainUsd(0.00000137499, 11)).toBe('0.00000137499')
  const labels = [0.00000138, 0.0000014].map((usd) => formatUsd(usd, digitsOfStep(0.00000002)))
  expect(labels).toEqual(['0.0₅138', '0.0₅140'])
  expect([20, 0.5].map((step) => formatUsd(1940, digitsOfStep(step)))).toEqual(['1,940', '1,940.0'])
})

test.each([
  ['2026-03-01T12:00:30.500Z', 500, '12:00:30.5'],
  ['2026-03-01T12:00:30Z', 10_000, '12:00:30'],
  ['2026-03-01T12:00:00Z', 60_000, '12:00'],
  ['2026-03-02T00:00:00Z', 60_000, '03-02'],
  ['2026-03-02T00:00:00Z', 10_000, '00:00:00'],
  ['2026-03-02T00:00:00Z', 86_400_000, '03-02'],
  ['2026-03-02T00:00:00Z', 28 * 86_400_000, '2026-03-02'],
  ['2026-03-02T00:00:00Z', 364 * 86_400_000, '2026-03'],
])('on an axis, %s with steps of %i ms is %s', (iso, stepMs, label) => {
  expect(instantLabel(Date.parse(iso), stepMs)).toBe(label)
})

test('a change has its sign', () => {
  expect([0.0125, -0.18, 0].map((part) => formatPercent(part))).toEqual(['+1.25 %', '−18.00 %', '+0.00 %'])
})
