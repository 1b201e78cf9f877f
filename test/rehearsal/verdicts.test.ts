/** The reference clients in process: what the rehearsal says of each is what an expert says. */
import { expect, test } from 'vitest'
import { rehearse } from '../../src/entrypoints/testing/rehearse.js'
import { CHECKS } from '../../src/grading/checks/index.js'
import { inProcess, REFERENCES } from './clients/in-process.js'
import { INCIDENTS, WARM_UP_MS } from './clients/scenarios.js'
import { contradictions, IS_PENDING, incidentOf, ROWS } from './verdicts.js'

test.skipIf(IS_PENDING).for(ROWS)('$client, $incident', async (row) => {
  const { scenario, coolDownMs } = incidentOf(row)
  const report = await rehearse({
    scenarios: [scenario],
    client: inProcess(row.client as keyof typeof REFERENCES),
    warmUp: `${WARM_UP_MS}ms`,
    coolDown: `${coolDownMs}ms`,
  })
  expect(contradictions(row, report)).toEqual([])
})

test.skipIf(IS_PENDING)(
  'each client, incident and check of the table exists, and each is in the table',
  () => {
    expect(new Set(ROWS.map(({ client }) => client))).toEqual(new Set(Object.keys(REFERENCES)))
    expect(new Set(ROWS.map(({ incident }) => incident))).toEqual(new Set(Object.keys(INCIDENTS)))
    const ids = CHECKS.map(({ id }): string => id)
    const unknown = ROWS.flatMap(({ decided }) => [...decided.keys()].filter((id) => !ids.includes(id)))
    expect(unknown).toEqual([])
  },
)
