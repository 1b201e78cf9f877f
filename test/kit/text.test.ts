import { describe, expect, test } from 'vitest'
import { ParseError, parseClock, parseInstant, parsePort, parseWord } from '../../src/kit/text/parse.js'

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

  test('`now` is kept as written, and nothing else is an instant', () => {
    expect(parseInstant('now')).toBe('now')
    const days = ['2026-02-30', '2023-02-29T00:00:00Z', '2026-13-01', '2026-03-01T25:00:00Z']
    const beyond = ['1989-12-31T23:59:59Z', '2100-01-01T00:00:01Z', '99999999999999', '-1']
    for (const text of ['', 'Now', 'now ', '1e9', ...days, ...beyond])
      expect(() => parseInstant(text), text).toThrow(ParseError)
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
