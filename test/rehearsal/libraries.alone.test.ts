/** Pollers over retrying libraries, in real time: what the rehearsal says of each is what an expert says. */
import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../src/rehearsal/report.js'
import { ROOT } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { need } from '../support/needs.js'
import { PROGRAM_MS } from '../support/patience.js'
import { programsRehearsed } from './as-programs.js'
import { contradictions, rowsOf } from './verdicts.js'

const FOLDER = `${ROOT}/test/installs/clients`
const PYTHON_FOLDER = `${FOLDER}/node_modules/.python`
const PYTHON = ['urllib3', 'httpx', 'tenacity']
const ROWS = rowsOf('libraries.md')
const CLIENTS = [...new Set(ROWS.map(({ client }) => client))].filter(isInstalled)
const INCIDENTS = ['primary-down', 'primary-hangs', 'rate-limited-primary']

const rehearsed = programsRehearsed()

describe.skipIf(CLIENTS.length === 0)('libraries', () => {
  const reports = new Map<string, Report>()
  beforeAll(async () => {
    const all = await Promise.all(
      CLIENTS.map(async (client) => [client, await rehearseLibrary(client)] as const),
    )
    for (const [client, report] of all) reports.set(client, report)
  }, PROGRAM_MS)

  test.for(ROWS.filter(({ client }) => CLIENTS.includes(client)))('$client, $incident', (row) => {
    const report = reports.get(row.client)!
    expect(contradictions(row, report, INCIDENTS.indexOf(row.incident))).toEqual([])
  })

  test('a breaker ranks first, and what ignores Retry-After last', () => {
    const ranked = [...reports].toSorted(([, a], [, b]) => (b.score ?? 0) - (a.score ?? 0))
    const names = ranked.map(([client]) => client)
    expect(names[0]).toBe('cockatiel')
    expect(names.slice(0, 3)).toContain('got')
    const last = names.filter((name) => ['httpx', 'tenacity'].includes(name))
    expect(names.slice(names.length - last.length)).toEqual(expect.arrayContaining(last))
    const scoreOf = (client: string, incident: string) =>
      reports.get(client)!.scenarios[INCIDENTS.indexOf(incident)].score ?? 0
    expect(scoreOf('axios-retry', 'primary-down')).toBeLessThan(scoreOf('got', 'primary-down') - 20)
    expect(scoreOf('ky', 'primary-down')).toBeLessThan(scoreOf('got', 'primary-down') - 5)
    for (const client of ['ky', 'axios-retry'])
      expect(names.indexOf(client)).toBeGreaterThan(names.indexOf('got'))
  })
})

function rehearseLibrary(client: string): Promise<Report> {
  const command = PYTHON.includes(client)
    ? ['python3', `${FOLDER}/poll.py`, client]
    : [process.execPath, `${FOLDER}/poll.mjs`, client]
  return rehearsed(client, {
    scenarios: INCIDENTS,
    command,
    observe: /acted on (?<symbol>\w+) at (?<price>[\d.]+)/,
    durations: { warmUpMs: 12_000, coolDownMs: 20_000 },
  })
}

function isInstalled(client: string): boolean {
  if (!PYTHON.includes(client)) return installed('clients')
  const modules = client === 'tenacity' ? 'httpx, tenacity' : client
  const { status } = spawnSync('python3', ['-c', `import ${modules}`], {
    stdio: 'ignore',
    env: { ...process.env, PYTHONPATH: PYTHON_FOLDER },
  })
  const folder = 'test/installs/clients'
  const command = `python3 -m pip install --target ${folder}/node_modules/.python -r ${folder}/requirements.txt`
  return need(status === 0, `${client} is not installed`, command)
}
