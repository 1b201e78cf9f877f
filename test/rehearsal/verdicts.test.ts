/** Recordings of the reference clients: the rehearsal says of each what an expert says. */
import { expect, test } from 'vitest'
import { CHECKS } from '../../src/grading/checks/index.js'
import { gradeRun, gradeScenario } from '../../src/rehearsal/grade.js'
import { INCIDENTS } from './clients/scenarios.js'
import { recordings } from './recorded.js'
import { contradictions, PROGRAM_ROWS, ROWS, type Row, saidIn } from './verdicts.js'

const RECORDINGS = recordings()
const ALL = [...ROWS, ...PROGRAM_ROWS]

function reportOf(row: Pick<Row, 'client' | 'incident'>) {
  const { timeline } = RECORDINGS.find((one) => one.client === row.client && one.incident === row.incident)!
  return gradeRun([gradeScenario(timeline)], timeline.seed)
}

test.for(ALL)('$client, $incident', (row) => {
  expect(contradictions(row, reportOf(row))).toEqual([])
})

test.for(ALL.filter(({ client }) => client.endsWith('-by-host')))(
  '$client, $incident: as through addresses',
  ({ client, incident }) => {
    const [byHost, byAddress] = [client, client.replace('-by-host', '')].map((name) =>
      reportOf({ client: name, incident }),
    )
    expect(saidIn(byHost)).toEqual(saidIn(byAddress))
    expect(Math.abs((byHost.score ?? 0) - (byAddress.score ?? 0))).toBeLessThanOrEqual(3)
  },
)

test('each recording and incident is in the table, and each check of the table exists', () => {
  const nameOf = ({ client, incident }: { client: string; incident: string }) => `${client}, ${incident}`
  expect(RECORDINGS.map(nameOf).sort()).toEqual(ALL.map(nameOf).sort())
  expect(new Set(ROWS.map(({ incident }) => incident))).toEqual(new Set(Object.keys(INCIDENTS)))
  const ids = CHECKS.map(({ id }): string => id)
  const unknown = ALL.flatMap(({ decided }) => [...decided.keys()].filter((id) => !ids.includes(id)))
  expect(unknown).toEqual([])
})
