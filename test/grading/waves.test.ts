/** Requests that belong together: a wave is sent at once, a poll has its retries and failovers. */
import { expect, test } from 'vitest'
import { pollsOf, questionsOf } from '../../src/grading/polls.js'
import { wavesOf } from '../../src/grading/series.js'
import { down, every, type Told, timelineOf } from '../support/rehearsed.js'

const sizesOf = (requests: readonly Told[]) =>
  wavesOf(timelineOf({ requests }).requests).map(({ length }) => length)

test.each([
  ['an answer', { tookMs: 10 }, [2]],
  ['a failure', { ...down, tookMs: 10 }, [1, 1]],
  ['a failure at the same instant', { ...down, tookMs: 20 }, [1, 1]],
  ['a failure that comes later', { ...down, tookMs: 21 }, [2]],
] as const)('a request to another base 20 ms after %s', (_name, first, sizes) => {
  expect(
    sizesOf([
      { at: 0, ...first },
      { at: 20, base: 'fallback' },
    ]),
  ).toEqual(sizes)
})

/** Attempts of the poll that fails at 20 s, at a client that polls every second. */
const attemptsOf = (next: Told) => {
  const requests: Told[] = [...every(1000, 0, 20_000), { at: 20_000, ...down }, next]
  const [question] = questionsOf(timelineOf({ requests }))
  return [...pollsOf(question)].filter(([{ atMs }]) => atMs >= 20_000).map(({ length }) => length)
}

test.each([
  ['soon: a retry', { at: 20_100 }, [2]],
  ['just before the next poll is due: a retry', { at: 20_899 }, [2]],
  ['as the next poll is due: that poll', { at: 20_900 }, [1, 1]],
  ['overdue at the same base: the next poll', { at: 21_101 }, [1, 1]],
  ['later than a poll period after the failure: the next poll', { at: 23_000, base: 'fallback' }, [1, 1]],
] as const)('a request %s', (_name, next, lengths) => {
  expect(attemptsOf(next)).toEqual(lengths)
})

test.each([
  ['sooner than a poll period after the end', 'fallback', 5000, 5500, [2]],
  ['a poll period after the end', 'fallback', 5000, 5900, [1, 1]],
  ['at the base that was overdue', 'primary', 5000, 5500, [1, 1]],
] as const)('a request after a failure that took 5 s, %s', (_name, base, tookMs, after, lengths) => {
  const requests: Told[] = [
    ...every(1000, 0, 20_000),
    { at: 20_000, ...down, tookMs },
    { at: 20_000 + after, base },
  ]
  const [question] = questionsOf(timelineOf({ requests }))
  const polls = [...pollsOf(question)].filter(([{ atMs }]) => atMs >= 20_000)
  expect(polls.map(({ length }) => length)).toEqual(lengths)
})
