/** The evidence of a finding, in words and as requests, and what makes a scenario count as exercised. */
import { expect, test } from 'vitest'
import { isExercised } from '../../src/grading/grade.js'
import type { Content } from '../../src/grading/timeline.js'
import {
  calm,
  down,
  every,
  judged,
  priced,
  primaryDown,
  type Told,
  timelineOf,
} from '../support/rehearsed.js'

const crash = { assets: ['ETH'], fromMs: 20_000, untilMs: 30_000, what: 'ETH moves' } as const
const eth = (atMs: number) => priced(2000, atMs)

test.each([
  ['received after it began', { at: 20_500, content: eth(20_500) }, crash, true],
  ['received as it began', { at: 19_990, content: eth(19_990) }, crash, true],
  ['received before', { at: 19_980, content: eth(19_980) }, crash, false],
  ['still awaited at the end', { at: 20_500, content: eth(20_500), tookMs: null }, crash, false],
  ['of another asset', { at: 20_500, content: eth(20_500) }, { ...crash, assets: ['BTC'] }, false],
  ['of one of its assets', { at: 20_500, content: eth(20_500) }, { ...crash, assets: ['BTC', 'ETH'] }, true],
  ['of any asset, if it moves all', { at: 20_500, content: eth(20_500) }, { ...crash, assets: ['*'] }, true],
  [
    'of any asset, if the chain reorganises',
    { at: 20_500, content: eth(20_500) },
    { ...crash, assets: [] },
    true,
  ],
  ['that its reply lacks', { at: 20_500 }, { ...crash, assets: [] }, false],
])('an event of the market is exercised by prices: %s: %s', (_name, request, event, isSeen) => {
  expect(isExercised(timelineOf({ requests: [request], events: [event] }))).toBe(isSeen)
})

const [poisoned, partial] = [
  priced(7, 20_000, 'poisoned'),
  { ...priced(8, 20_000, 'partial'), prices: new Map() },
]

test.each([
  ['poisoned values', [poisoned], [7, 7], '2 times (2 × poisoned values)'],
  ['a missing symbol', [partial], [Number.NaN], '1 time (1 × missing symbols)'],
  [
    'both, and a body that is no data',
    [poisoned, partial, priced(9, 20_000, 'invalid')],
    [7, 9, 7],
    '3 times (2 × poisoned values, 1 × no price, or not one of this endpoint)',
  ],
] as const)('bad data is counted by kind: %s', (_name, contents, prices, words) => {
  const line = {
    requests: [
      ...calm,
      ...contents.map((content: Content) => ({ at: 20_000, met: 'wrong' as const, content })),
    ],
    contents,
    observations: prices.map((price) => ({ atMs: 21_000, price })),
  }
  expect(judged('refuses-bad-data', line).because).toContain(`acted on bad data ${words}.`)
})

test('a time without service is shown by the answer before it, the first requests in it and the answer that ended it', () => {
  const evidenceOf = (failures: number, ...later: readonly Told[]) =>
    judged('keeps-serving', {
      requests: [...calm, ...every(1000, 11_000, 11_000 + 1000 * failures, down), ...later],
      rules: [primaryDown],
    }).evidence
  const served = every(1000, 60_000, 130_000, { base: 'fallback' })
  const last = calm.length
  expect(evidenceOf(2, ...served)).toEqual([last, last + 1, last + 2, last + 3])
  expect(evidenceOf(2)).toEqual([last, last + 1, last + 2])
  const first = Array.from({ length: 8 }, (_, index) => last + 1 + index)
  expect(evidenceOf(20, ...served)).toEqual([last, ...first, last + 21])
})
