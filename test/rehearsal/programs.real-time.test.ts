/** Clients that are programs: the official SDK, and one in Python that says on stdout what it acts on. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../src/rehearsal/report.js'
import type { ScenarioInput } from '../../src/scenario/input.js'
import { installed } from '../support/installed.js'
import { RUNS, RUNS_MS } from '../support/runs.js'
import { programsRehearsed } from './as-programs.js'

const CLIENTS = join(import.meta.dirname, 'clients')

const atPrimary = { base: 'primary' } as const
/** Short ones, as a program cannot be hurried; their bounds leave room for a busy machine. */
const SCENARIOS: readonly ScenarioInput[] = [
  {
    name: 'limited',
    rules: [
      { id: 'limit', match: atPrimary, when: { until: '20s' }, fault: { status: 429, retryAfter: '6s' } },
    ],
  },
  {
    name: 'hanging',
    rules: [{ id: 'hang', match: atPrimary, when: { until: '25s' }, fault: { hang: true } }],
    expect: { 'gives-up': { good: '5s', fails: '10s' } },
  },
  {
    name: 'old',
    rules: [{ id: 'frozen', match: atPrimary, when: { until: '12s' }, fault: { stale: 'frozen' } }],
    expect: { 'notices-stale': { good: '3s', fails: '6s' } },
  },
  {
    name: 'false',
    rules: [{ id: 'scale', match: atPrimary, when: { calls: '1..3' }, fault: { poison: 'scale' } }],
  },
]

const rehearse = programsRehearsed()
const rehearsed = (name: string, command: readonly string[], observe?: RegExp) =>
  rehearse(name, {
    ...(observe && { observe }),
    ...{ scenarios: SCENARIOS, command, durations: { warmUpMs: 4000, coolDownMs: 3000 } },
  })

/** Verdict of a check in a scenario; those that a busy machine may change are not looked at. */
function verdictIn(report: Report, scenario: string, id: string): string | undefined {
  return report.scenarios.find(({ name }) => name === scenario)?.checks.find((check) => check.id === id)
    ?.verdict
}

function expectTrusting(report: Report): void {
  expect({
    survives: verdictIn(report, 'hanging', 'survives'),
    'gives-up': verdictIn(report, 'hanging', 'gives-up'),
    'retry-after': verdictIn(report, 'limited', 'retry-after'),
    'notices-stale': verdictIn(report, 'old', 'notices-stale'),
    'refuses-bad-data': verdictIn(report, 'false', 'refuses-bad-data'),
  }).toEqual({
    survives: 'pass',
    'gives-up': 'fail',
    'retry-after': 'fail',
    'notices-stale': 'fail',
    'refuses-bad-data': 'fail',
  })
  expect(report).toMatchObject({ verdict: 'fail', score: 49 })
}

// At the same time: both wait more than they compute.
test
  .skipIf(!installed('sdk'))
  .concurrent(
    'the official SDK waits for ever, asks too soon, and believes everything',
    { timeout: RUNS_MS },
    async () => {
      const command = [process.execPath, join(CLIENTS, 'main.js'), 'official-sdk']
      for (let run = 1; run <= RUNS; run++) expectTrusting(await rehearsed(`sdk-${run}`, command))
    },
  )

test.concurrent('a patient client in Python waits too long, asks too soon, and believes everything', {
  timeout: RUNS_MS,
}, async () => {
  const command = ['python3', join(CLIENTS, 'patient.py')]
  const observe = /^(?<symbol>\w+) (?<price>\S+)$/
  for (let run = 1; run <= RUNS; run++) expectTrusting(await rehearsed(`python-${run}`, command, observe))
})
