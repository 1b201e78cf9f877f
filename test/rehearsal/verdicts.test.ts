/** Recordings of the reference clients: the rehearsal says of each what an expert says. */
import { expect, test } from 'vitest'
import { CHECKS } from '../../src/grading/checks/index.js'
import { gradeRun, gradeScenario } from '../../src/rehearsal/grade.js'
import { INCIDENTS } from './clients/scenarios.js'
import { recordings } from './recorded.js'
import { contradictions, IS_PENDING, ROWS } from './verdicts.js'

const RECORDINGS = recordings()

test.skipIf(IS_PENDING).for(ROWS)('$client, $incident', (row) => {
  const { timeline } = RECORDINGS.find((one) => one.client === row.client && one.incident === row.incident)!
  expect(contradictions(row, gradeRun([gradeScenario(timeline)], timeline.seed))).toEqual([])
})

test('each recording and incident is in the table, and each check of the table exists', () => {
  const nameOf = ({ client, incident }: { client: string; incident: string }) => `${client}, ${incident}`
  expect(RECORDINGS.map(nameOf).sort()).toEqual(ROWS.map(nameOf).sort())
  expect(new Set(ROWS.map(({ incident }) => incident))).toEqual(new Set(Object.keys(INCIDENTS)))
  const ids = CHECKS.map(({ id }): string => id)
  const unknown = ROWS.flatMap(({ decided }) => [...decided.keys()].filter((id) => !ids.includes(id)))
  expect(unknown).toEqual([])
})
