/** The score of a run: the weighted mean of what was judged. */
import { expect, test } from 'vitest'
import { gradeTimeline } from '../../src/grading/grade.js'
import { calm, down, every, type Line, primaryDown, timelineOf } from '../support/rehearsed.js'

/** Fails over at once and returns when the base has recovered. */
const careful: Line = {
  requests: [
    ...calm,
    { at: 10_000, rule: 'rule-1', ...down },
    ...every(1000, 10_020, 71_000, { base: 'fallback' }),
    ...every(1000, 71_000, 130_000),
  ],
  rules: [primaryDown],
}

test('checks that were not exercised do not count', () => {
  const { score, checks } = gradeTimeline(timelineOf(careful))
  const verdicts = new Set(checks.map(({ verdict }) => verdict))
  expect([score, verdicts.has('pass'), verdicts.has('not exercised'), verdicts.has('fail')]).toEqual([
    100,
    true,
    true,
    false,
  ])
})

test('a failed check takes its weight from the score', () => {
  const { score, checks } = gradeTimeline(
    timelineOf({ ...careful, programs: [{ exitCode: 1, exitMs: 129_999 }] }),
  )
  const weightOf = (wanted: string) =>
    checks.filter(({ verdict }) => verdict === wanted).reduce((sum, { weight }) => sum + weight, 0)
  const [passed, failed] = [weightOf('pass'), weightOf('fail')]
  expect(checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual(['survives'])
  expect(score).toBe(Math.round((100 * passed) / (passed + failed)))
})
