/** The reference clients as programs, all at once and in real time: as the table says, and as in process. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { rehearse } from '../../src/entrypoints/testing/rehearse.js'
import { parseDuration } from '../../src/kit/text/duration.js'
import type { Report } from '../../src/rehearsal/report.js'
import { PROGRAM_MS } from '../support/patience.js'
import { programsRehearsed } from './as-programs.js'
import { inProcess, type REFERENCES } from './clients/in-process.js'
import { WARM_UP_MS } from './clients/scenarios.js'
import { contradictions, IS_PENDING, incidentOf, ROWS, type Row, saidIn } from './verdicts.js'

const rehearsed = programsRehearsed()

/** The longest incidents begin first. */
const BY_LENGTH = [...ROWS].sort((a, b) => lengthOf(b) - lengthOf(a))

const asPrograms = new Map<Row, Report>()

// One after the other they would take half an hour.
beforeAll(async () => {
  if (IS_PENDING) return
  const reports = await Promise.all(BY_LENGTH.map(asProgram))
  for (const [index, row] of BY_LENGTH.entries()) asPrograms.set(row, reports[index])
}, PROGRAM_MS)

test.skipIf(IS_PENDING).for(ROWS)('$client, $incident', async (row) => {
  const report = asPrograms.get(row)!
  expect(contradictions(row, report)).toEqual([])
  const { scenario, coolDownMs } = incidentOf(row)
  const hurried = await rehearse({
    scenarios: [scenario],
    client: inProcess(row.client as keyof typeof REFERENCES),
    warmUp: `${WARM_UP_MS}ms`,
    coolDown: `${coolDownMs}ms`,
  })
  expect(saidIn(report)).toEqual(saidIn(hurried))
})

/** Of incident and cool-down. */
function lengthOf(row: Row): number {
  const { scenario, coolDownMs } = incidentOf(row)
  const [{ when = {} }] = scenario.rules ?? [{}]
  return parseDuration(String(when.until)) + coolDownMs
}

function asProgram(row: Row): Promise<Report> {
  const { client, incident } = row
  const { scenario, coolDownMs } = incidentOf(row)
  return rehearsed(`${client}-${incident}`, {
    scenarios: [scenario],
    command: [process.execPath, join(import.meta.dirname, 'clients', 'main.js'), client],
    durations: { warmUpMs: WARM_UP_MS, coolDownMs },
  })
}
