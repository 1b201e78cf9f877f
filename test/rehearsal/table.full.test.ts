/**
 * What the rehearsal says of clients whose conduct is known: every check finds what it is there to find, and finds nothing
 * where there is nothing. Verdicts and counts are pinned; times are not.
 */
import { expect, test } from 'vitest'
import { CHECKS } from '../../src/grading/checks/index.js'
import type { Report, Verdict } from '../../src/rehearsal/report.js'
import { RUNS } from '../support/runs.js'
import { rehearse, timelinesOf } from '../support/timelines.js'
import { CONDUCTS, inProcess } from './clients/in-process.js'

const NAMES = Object.keys(CONDUCTS) as (keyof typeof CONDUCTS)[]
const TABLE_MS = 1_800_000
const TIMES = 3 * RUNS

/** A herd cannot be met by one client alone. */
const HERD = { scenarios: ['thundering-herd'], clients: 5 }

const columns: Column[] = []

/** Certificates are presented to intercepted programs only, see `intercepted.real-time.test.ts`. */
const IDS = CHECKS.map(({ id }) => id).filter((id) => id !== 'verifies-certificates')

test('reference clients and checks', { timeout: TABLE_MS }, async () => {
  for (const name of NAMES) {
    const client = inProcess(name)
    columns.push({ name, drill: await rehearse({ client }), herd: await rehearse({ ...HERD, client }) })
  }
  await expect(`${checksTable(columns)}\n${scenariosTable(columns)}`).toMatchFileSnapshot('./table.txt')
})

test(`the same ${TIMES} times over, to the last byte`, { timeout: TABLE_MS }, async () => {
  // Chance, back-off and connections that break.
  const short = {
    scenarios: ['connection-resets'],
    warmUp: '5s',
    incident: '20s',
    coolDown: '10s',
  } as const
  for (const name of NAMES) {
    const seen = new Set<string>()
    for (let run = 0; run < TIMES; run++)
      seen.add(JSON.stringify(await rehearse({ ...short, client: inProcess(name) })))
    expect([name, seen.size]).toEqual([name, 1])
  }
})

if (RUNS > 1)
  test(`all of the table again, in ${RUNS} runs`, { timeout: RUNS * TABLE_MS }, async () => {
    for (let run = 2; run <= RUNS; run++)
      for (const { name, drill, herd } of columns) {
        const client = inProcess(name as (typeof NAMES)[number])
        const again = [await rehearse({ client }), await rehearse({ ...HERD, client })]
        expect(JSON.stringify(again), `${name}, run ${run}`).toBe(JSON.stringify([drill, herd]))
      }
  })

test('a client that does as it should passes all that it was put to', () => {
  const { drill, herd } = columns.find(({ name }) => name === 'exemplary')!
  const checks = [...drill.scenarios, ...herd.scenarios].flatMap(({ checks }) => checks)
  expect(checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
  const passed = new Set(checks.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id))
  expect(passed).toEqual(new Set(IDS))
})

test('each check is failed by one of them', async () => {
  // A ban for ever shows only to who watches for longer than a return may take.
  const banned = { scenarios: ['primary-down'], coolDown: '310s', client: inProcess('banning') } as const
  const reports = [...columns.flatMap(({ drill, herd }) => [drill, herd]), await rehearse(banned)]
  const checks = reports.flatMap(({ scenarios }) => scenarios.flatMap(({ checks }) => checks))
  const failed = new Set(checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id))
  expect(failed).toEqual(new Set(IDS))
})

interface Column {
  readonly name: string
  readonly drill: Report
  readonly herd: Report
}

const JUDGED: readonly Verdict[] = ['fail', 'warn', 'pass', 'inconclusive', 'not observable', 'not exercised']

/** Of each client the worst verdict of each check, and how often it came to that where the check was exercised. */
function checksTable(columns: readonly Column[]): string {
  const rows = IDS.map((id) => [
    id,
    ...columns.map(({ drill, herd }) => {
      const verdicts = [...drill.scenarios, ...herd.scenarios]
        .flatMap(({ checks }) => checks)
        .filter((check) => check.id === id)
        .map(({ verdict }) => verdict)
        .filter((verdict) => verdict !== 'not exercised')
      const worst = JUDGED.find((verdict) => verdicts.some((seen) => seen === verdict))
      const count = verdicts.filter((verdict) => verdict === worst).length
      return worst === undefined ? '-' : `${worst} ${count}/${verdicts.length}`
    }),
  ])
  return aligned([['worst verdict', ...columns.map(({ name }) => name)], ...rows])
}

/** Of each client the score in each scenario, and how many requests it sent. */
function scenariosTable(columns: readonly Column[]): string {
  const names = columns[0].drill.scenarios.map(({ name }) => name)
  const rows = [...names, 'herd of five'].map((name, index) => [
    name,
    ...columns.map(({ drill, herd }) => countsOf(drill).at(index) ?? countsOf(herd)[0]),
  ])
  return aligned([['score, requests', ...columns.map(({ name }) => name)], ...rows])
}

function countsOf(report: Report): string[] {
  const timelines = timelinesOf(report)
  return report.scenarios.map(({ score }, index) => `${score}, ${timelines[index].requests.length}`)
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}
