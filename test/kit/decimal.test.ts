import { expect, test } from 'vitest'
import { decimalOf, fixedDecimal, plainDecimal } from '../../src/kit/numbers/decimal.js'

test.each([
  [0, 0, '0'],
  [0, 8, '0'],
  [120, 0, '120'],
  [120, 1, '12'],
  [120, 2, '1.2'],
  [5, 12, '0.000000000005'],
  [1_000_000, 6, '1'],
  [999_999_999_999_999, 4, '99999999999.9999'],
])('%d quanta of %d decimals are %s', (quanta, decimals, text) => {
  expect(plainDecimal(quanta, decimals)).toBe(text)
})

test.each([
  ['0', 0, '0'],
  ['', 2, '0.00'],
  [120, 2, '1.20'],
  ['193420', 2, '1934.20'],
  ['5', 3, '0.005'],
  ['123456789012345678901234567890', 6, '123456789012345678901234.567890'],
])('%s quanta with all %d decimals are %s', (quanta, decimals, text) => {
  expect(fixedDecimal(quanta, decimals)).toBe(text)
})

test.each([
  [0, '0'],
  [-0, '0'],
  [-1e-19, '0'],
  [1, '1'],
  [100, '100'],
  [-0.5, '-0.5'],
  [0.125, '0.125'],
  [1e-7, '0.0000001'],
  [2 ** 70, '1180591620717411303424'],
  [-(2 ** 70), '-1180591620717411303424'],
])('%d is written %s', (value, text) => {
  expect(decimalOf(value)).toBe(text)
})

test('no number is written with an exponent', () => {
  for (const value of [1e300, -1e300, 1e21, 1e-300, 123456789.123])
    expect(decimalOf(value)).toMatch(/^-?\d+(\.\d+)?$/)
})
