import { expect, test } from 'vitest'
import { retryAfterOf } from '../../../src/api/routing/reply.js'
import { parseHttpDate, toHttpDate } from '../../../src/kit/formats/http-date.js'

const AT_MS = Date.UTC(1994, 10, 6, 8, 49, 37)
const NOW_MS = Date.UTC(2026, 2, 1)

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  '%s is read, the example of RFC 9110',
  (text) => {
    expect(parseHttpDate(text, NOW_MS)).toBe(AT_MS)
  },
)

test('is written as the first of them, to the second', () => {
  for (const ms of [AT_MS, AT_MS + 999]) expect(toHttpDate(ms)).toBe('Sun, 06 Nov 1994 08:49:37 GMT')
  expect(toHttpDate(AT_MS + 1000)).toBe('Sun, 06 Nov 1994 08:49:38 GMT')
})

test.each([
  '1994-11-06T08:49:37Z',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 UTC',
  'Sun, 31 Feb 1994 08:49:37 GMT',
  'Sun, 06 Xyz 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 25:49:37 GMT',
  'Sunday, 06-Nov-1994 08:49:37 GMT',
  'Sun Nov 6 08:49:37 1994',
  ' Sun Nov  6 08:49:37 1994',
])('%s is no date', (text) => {
  expect(parseHttpDate(text, NOW_MS)).toBeUndefined()
})

test.each([
  ['94', 2026, 1994],
  ['26', 2026, 2026],
  ['76', 2026, 2076],
  ['77', 2026, 1977],
  ['00', 2099, 2100],
  ['49', 1999, 2049],
  ['50', 1999, 1950],
])('the year %s, in %i, is %i', (year, now, meant) => {
  const ms = parseHttpDate(`Sunday, 06-Nov-${year} 08:49:37 GMT`, Date.UTC(now, 6))
  expect(new Date(ms ?? Number.NaN).getUTCFullYear()).toBe(meant)
})

test.each([
  ['Sun, 01 Mar 2026 00:00:30 GMT', 30],
  ['Sunday, 01-Mar-26 00:00:30 GMT', 30],
  ['Sun Mar  1 00:00:30 2026', 30],
  ['Sun Nov  6 08:49:37 1994', 0],
  ['30', 30],
  ['soon', undefined],
])('Retry-After: %s asks to wait %s s', (text, seconds) => {
  const reply = { status: 429, body: Buffer.of(), asOfMs: NOW_MS, headers: { 'Retry-After': text } }
  expect(retryAfterOf(reply, NOW_MS)).toBe(seconds)
})
