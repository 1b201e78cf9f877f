import { expect, test } from 'vitest'
import { isNarrow, rateRatioInterval, shareInterval } from '../../src/grading/intervals.js'

const rounded = (interval: readonly number[]) => interval.map((value) => Math.round(value * 1000) / 1000)

test('intervals as in tables', () => {
  // Wilson, 10 of 50 and none of 20; a ratio of 2 from 100 and 200 events.
  expect(rounded(shareInterval(10, 50))).toEqual([0.112, 0.33])
  expect(rounded(shareInterval(0, 20))).toEqual([0, 0.161])
  expect(rounded(rateRatioInterval(2, 100, 200))).toEqual([1.573, 2.543])
})

test('a baseline of 24 requests is certain to a factor of 1.5', () => {
  expect([0, 10, 23, 24].map(isNarrow)).toEqual([false, false, false, true])
})
