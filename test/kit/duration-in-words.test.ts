import { expect, test } from 'vitest'
import { durationInWords, latencyInWords, sinceInWords } from '../../src/kit/text/duration.js'

test.each([
  [0, '0 s'],
  [0.4, '0 ms'],
  [300, '300 ms'],
  [999.6, '999 ms'],
  [1250, '1.25 s'],
  [6000, '6 s'],
  // Below a limit it does not read as the limit.
  [29_999, '29.9 s'],
  [40_253, '40.2 s'],
  [60_000, '1 min'],
  [90_000, '90 s'],
  [600_000, '10 min'],
  [3_610_170, '1 h 10 s'],
  [5_400_000, '1 h 30 min'],
  [90_061_000, '1 d 1 h'],
])('%d ms in print is %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words)
})

test('a latency is in milliseconds, or seconds', () => {
  expect([0, 1, 8370].map(latencyInWords)).toEqual(['0 ms', '1 ms', '8.37 s'])
})

test('time since a start is signed, to a tenth of a second', () => {
  const seen = [0, -10_000, 30_100, 7 * 3_600_000 + 21 * 60_000].map(sinceInWords)
  expect(seen).toEqual(['+0:00.0', '−0:10.0', '+0:30.1', '+7:21:00.0'])
})
