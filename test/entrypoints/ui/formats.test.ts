/** Numbers and instants as the page writes them. */
import { expect, test } from 'vitest'
import { digitsOf, formatInstant, formatPercent, formatUsd } from '../../../src/entrypoints/ui/words.js'

test.each([
  [64_123.456, 22, '64,123.46'],
  [3156.94, 12, '3,156.94'],
  [1.0002, 24, '1.00020'],
  [0.0000123456, 25, '0.0000123456'],
  [0.12345678, 4, '0.1235'],
  [0, 12, '0.00'],
])('%d USD of an asset with %i decimals is %s', (usd, decimals, text) => {
  expect(formatUsd(usd, digitsOf(usd, decimals))).toBe(text)
})

test('a change has its sign', () => {
  expect([0.0125, -0.18, 0].map((part) => formatPercent(part))).toEqual(['+1.25 %', '−18.00 %', '+0.00 %'])
})

test('instants are UTC', () => {
  const ms = Date.parse('2026-03-01T12:00:09.900Z')
  expect(formatInstant(ms)).toBe('2026-03-01 12:00:09')
})
