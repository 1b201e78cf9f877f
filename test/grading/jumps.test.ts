/** Jumps of the virtual clock are cut out of a timeline before it is graded. */
import { expect, test } from 'vitest'
import { withoutJumps } from '../../src/grading/jumps.js'
import type { Timeline } from '../../src/grading/timeline.js'
import { createClock } from '../../src/kit/clock/clock.js'
import { gradeScenario } from '../../src/rehearsal/grade.js'
import { calm, down, every, priced, primaryDown, timelineOf } from '../support/rehearsed.js'

const JUMP = { atMs: 30_000, byMs: 60_000 }

/** A poller that fails over, whose clock is moved by a minute within the incident. */
const jumped: Timeline = {
  ...timelineOf({
    requests: [
      ...calm,
      { at: 10_000, rule: 'rule-1', ...down },
      ...every(1000, 10_020, 30_000, { base: 'fallback' }),
      ...every(1000, 90_020, 110_000, { base: 'fallback', content: priced(7, 90_000) }),
      ...every(1000, 110_000, 170_000),
    ],
    rules: [{ ...primaryDown, untilMs: 100_000 }],
    incidentEndsMs: 100_000,
    recoveryMs: 70_000,
  }),
  jumps: [JUMP],
}

test('a poller that is healthy is graded as if the clock had not moved', () => {
  const { verdict, checks } = gradeScenario(withoutJumps(jumped))
  expect([verdict, checks.filter((check) => check.verdict === 'fail')]).toEqual(['pass', []])
  const serving = (timeline: Timeline) =>
    gradeScenario(timeline).checks.find(({ id }) => id === 'keeps-serving')?.measured
  expect([serving(jumped), serving(withoutJumps(jumped))]).toEqual([60_000, 20])
})

test('requests, rules, phases and data move together, and the jump stays as a mark', () => {
  const cut = withoutJumps(jumped)
  expect(cut.phases.map(({ toMs }) => toMs)).toEqual([10_000, 40_000, 110_000])
  expect(cut.rules[0]).toMatchObject({ fromMs: 10_000, untilMs: 40_000 })
  expect(cut.requests.find(({ content }) => content)?.content).toMatchObject({ asOfMs: 30_000 })
  expect(cut.requests.map(({ atMs }) => atMs)).toEqual(
    jumped.requests.map(({ atMs }) => (atMs < 30_000 ? atMs : atMs - 60_000)),
  )
  expect(cut.jumps).toEqual([JUMP])
})

test('a move of a running clock is a jump; the passing of a frozen one, and a change of rate, are not', () => {
  let nowMs = 0
  const clock = createClock({ mode: 'real', rate: 1, atMs: 0 }, { elapsedMs: () => nowMs, wallMs: () => 0 })
  nowMs = 5000
  clock.advance(60_000)
  clock.set({ rate: 300 })
  nowMs = 6000
  clock.set({ mode: 'frozen' })
  clock.advance(1000)
  clock.set({ mode: 'real', rate: 1 })
  expect(clock.jumps()).toEqual([{ atMs: 5000, byMs: 60_000 }])
})
