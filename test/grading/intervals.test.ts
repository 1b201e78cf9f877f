import { expect, test } from 'vitest'
import { isNarrow, rateRatioInterval, shareInterval, slopeWithInterval } from '../../src/grading/intervals.js'

const rounded = (interval: readonly number[]) => interval.map((value) => Math.round(value * 1000) / 1000)

test('intervals as in tables', () => {
  // Wilson, 10 of 50 and none of 20; a ratio of 2 from 100 and 200 events.
  expect(rounded(shareInterval(10, 50))).toEqual([0.112, 0.33])
  expect(rounded(shareInterval(0, 20))).toEqual([0, 0.161])
  expect(rounded(rateRatioInterval(2, 100, 200))).toEqual([1.573, 2.543])
})

test('the slope of several series, each at its own level', () => {
  // Residuals 0.2, -0.4, 0.2 with one degree of freedom: standard error 0.346, t 12.71.
  const { slope, interval } = slopeWithInterval([[1, 1.4, 3]])
  expect([slope, ...rounded(interval)]).toEqual([1, -3.403, 5.403])
  expect(
    slopeWithInterval([
      [1, 2, 3, 4],
      [7, 8, 9],
    ]),
  ).toEqual({ slope: 1, interval: [1, 1] })
})

test('a baseline of 24 requests is certain to a factor of 1.5', () => {
  expect([0, 10, 23, 24].map(isNarrow)).toEqual([false, false, false, true])
})
