/** Time without a usable price, of the recorded reference clients: the check and its chart say the same, and name the remedy. */
import { expect, test } from 'vitest'
import { clientsViewOf } from '../../src/grading/clients-view.js'
import { servingsOf, worstGap, worstOf } from '../../src/grading/serving.js'
import { isBeyond } from '../../src/grading/tolerance.js'
import { gradeScenario } from '../../src/rehearsal/grade.js'
import { recordings } from './recorded.js'

const JUDGED = recordings().flatMap(({ client, incident, timeline }) => {
  const check = gradeScenario(timeline).checks.find(({ id }) => id === 'keeps-serving')
  return check === undefined || check.measured === null
    ? []
    : [{ client, incident, timeline, check: { ...check, measured: check.measured } }]
})

test.for(JUDGED)('$client, $incident: within the same bounds as in the chart', ({ timeline, check }) => {
  const worst = worstOf(servingsOf(clientsViewOf(timeline)))
  const highest = Math.max(...(worst?.gaps.flatMap(({ curve }) => curve.map(([, lackMs]) => lackMs)) ?? []))
  expect(worst && worstGap(worst)?.lackMs).toBe(highest)
  // A gap that the end cut short, within the bounds, is drawn and not measured.
  const within = (ms: number) => [check.good, check.fails].map((bound) => !isBeyond(ms, bound))
  expect(within(highest)).toEqual(within(check.measured))
  expect(highest).toBeGreaterThanOrEqual(check.measured)
})

test.each([
  ['no-timeout', 'hanging', 'set-timeout'],
  ['no-status-check', 'error-bodies', 'fail-over'],
  ['no-shape-check', 'empty-object', 'check-replies'],
  ['blind-after-burst', 'burst', 'cap-backoff'],
])('%s, %s: %s', (client, incident, remedy) => {
  const check = JUDGED.find((one) => one.client === client && one.incident === incident)?.check
  expect(check).toMatchObject({ verdict: 'fail', remedy })
})
