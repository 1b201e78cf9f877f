/** The table of `clients/verdicts.md`, and how a report compares with it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGE } from '../../src/kit/version.js'
import type { Report } from '../../src/rehearsal/report.js'
import { INCIDENTS } from './clients/scenarios.js'

export interface Row {
  readonly client: string
  readonly incident: string
  /** `-` if it is not decided. */
  readonly outcome: string
  /** Check ids by what they say. */
  readonly decided: ReadonlyMap<string, Said>
}

export type Said = 'fail' | 'warn' | 'pass' | 'not judged'

// Tools run a bundle of this.
const CLIENTS = fileURLToPath(new URL('test/rehearsal/clients/', PACKAGE))

/** Clients that are recorded in process. */
export const ROWS = rowsOf('verdicts.md')
/** Clients that are recorded as programs. */
export const PROGRAM_ROWS = rowsOf('programs.md')

/** The rows of a table of verdicts in the folder of the clients. */
export function rowsOf(file: string): readonly Row[] {
  return readFileSync(join(CLIENTS, file), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| client'))
    .map((line) => {
      const [client, incident, outcome, ...lists] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      const said = ['fail', 'warn', 'pass', 'not judged'] as const
      const decided = said.flatMap((word, index) =>
        lists[index].split(/\s+/).flatMap((id) => (id === '' ? [] : [[id, word] as const])),
      )
      return { client, incident, outcome, decided: new Map(decided) }
    })
}

export function incidentOf({ incident }: Row) {
  return { ...INCIDENTS[incident], name: incident }
}

/** Outcome, and each MUST and SHOULD with what it says. */
export function saidIn({ scenarios }: Report, index = 0): Record<string, string> {
  const { verdict, checks } = scenarios[index]
  const judged = checks.filter(({ level }) => level !== 'INFO')
  return {
    outcome: verdict,
    ...Object.fromEntries(judged.map(({ id, verdict }) => [id, wordOf(verdict)])),
  }
}

function wordOf(verdict: string): string {
  return ['pass', 'warn', 'fail'].includes(verdict) ? verdict : 'not judged'
}

/** What a report says of the decided checks otherwise than the table, with its reasons. */
export function contradictions(row: Row, report: Report, index = 0): string[] {
  const said = saidIn(report, index)
  const because = new Map(report.scenarios[index].checks.map(({ id, because }) => [id, because]))
  const outcome = row.outcome === '-' ? [] : [['outcome', row.outcome] as const]
  return [...outcome, ...row.decided].flatMap(([id, wanted]) =>
    said[id] === wanted ? [] : [`${id}: ${said[id]}, not ${wanted}: ${because.get(id)}`],
  )
}
