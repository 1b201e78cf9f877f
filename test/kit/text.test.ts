import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zeros } from '../../src/kit/numbers/decimal.js'
import { ParseError, parseClock, parseInstant, parsePort, parseWord } from '../../src/kit/text/parse.js'
import { toDecimal } from '../support/decimal.js'

test('toDecimal: plain, no exponent, no trailing zeros, and read back exactly', () => {
  expect(toDecimal(12_300, 4)).toBe('1.23')
  expect(toDecimal(5, 12)).toBe('0.000000000005')
  expect(toDecimal(1_000_000, 6)).toBe('1')
  expect(toDecimal(42, 0)).toBe('42')
  expect(zeros(3)).toBe('000')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e15 }), fc.integer({ min: 0, max: 15 }), (quanta, decimals) => {
      expect(Number(toDecimal(quanta, decimals))).toBe(quanta / 10 ** decimals)
    }),
  )
})

describe('parseInstant', () => {
  test.each([
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T12:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.250+02:00', '2026-03-01T10:00:00.250Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['1772366400', '2026-03-01T12:00:00.000Z'],
    ['1772366400.5', '2026-03-01T12:00:00.500Z'],
    ['631152000', '1990-01-01T00:00:00.000Z'],
    ['2100-01-01', '2100-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(new Date(parseInstant(text)).toISOString()).toBe(iso)
  })

  test('`now` is kept as written', () => {
    expect(parseInstant('now')).toBe('now')
  })

  test.each([
    '',
    'Now',
    'now ',
    '2026-02-30',
    '2023-02-29T00:00:00Z',
    '2026-13-01',
    '-1',
    '1989-12-31T23:59:59Z',
    '2100-01-01T00:00:01Z',
    '2026-03-01T25:00:00Z',
    '1e9',
    '99999999999999',
  ])('%j is refused', (text) => {
    expect(() => parseInstant(text)).toThrow(ParseError)
  })
})

test('parseClock: real, frozen or a rate', () => {
  expect(parseClock('real')).toEqual({ mode: 'real', rate: 1 })
  expect(parseClock('frozen')).toEqual({ mode: 'frozen', rate: 1 })
  expect(parseClock('60x')).toEqual({ mode: 'real', rate: 60 })
  expect(parseClock('0.5x')).toEqual({ mode: 'real', rate: 0.5 })
  for (const text of ['', 'x', '0x', '-1x', '60', '1e9x', '10000000x'])
    expect(() => parseClock(text)).toThrow(ParseError)
})

test('parsePort and parseWord: invalid values are rejected with the valid ones', () => {
  expect(parsePort('0')).toBe(0)
  for (const text of ['', '65536', '-1', '80.5', '0x50'])
    expect(() => parsePort(text)).toThrow('from 0 to 65535')
  expect(() => parseWord('b', ['a', 'c'])).toThrow('write one of a, c')
})
