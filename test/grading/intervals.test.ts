import { expect, test } from 'vitest'
import { isNarrow, rateRatioInterval } from '../../src/grading/intervals.js'

test('a ratio of 2 from 100 and 200 events', () => {
  const [low, high] = rateRatioInterval(2, 100, 200)
  expect([low, high].map((value) => Math.round(value * 1000) / 1000)).toEqual([1.573, 2.543])
})

test('a baseline of 24 requests is certain to a factor of 1.5', () => {
  expect([0, 10, 23, 24].map(isNarrow)).toEqual([false, false, false, true])
})
