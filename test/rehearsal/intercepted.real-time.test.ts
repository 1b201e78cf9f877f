/** Programs with the live hosts in their source get the verdicts of those with base addresses, and of incidents that only they can meet. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report, ScenarioReport } from '../../src/rehearsal/report.js'
import { untilCalm } from '../support/calm.js'
import { ROOT } from '../support/cli.js'
import { PROGRAM_MS } from '../support/patience.js'
import { startRehearsal } from '../support/rehearsing.js'

const SINGLE_BASE = `
const [base = 'https://arbitrum-api.gmxinfra.io'] = process.argv.slice(2)
for (;;) {
  const signal = AbortSignal.timeout(3000)
  await fetch(base + '/prices/tickers', { signal }).then((reply) => reply.json()).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
`
const CARELESS = `process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'\n${SINGLE_BASE}`
const FAULTS = [{ tls: 'expired' }, { tls: 'wrongHost' }, { tls: 'handshake' }, { dns: 'notFound' }]

const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-intercepted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

/** Each program with the base addresses that it takes instead of its own. */
const CLIENTS = {
  'fails over': {
    path: `${ROOT}/examples/failover-client/main.js`,
    addresses: ['{arbitrum}', '{arbitrum.fallback}', '{arbitrum.fallback-2}'],
  },
  'trusts any certificate': { path: at('careless.mjs'), addresses: ['{arbitrum}'] },
  'asks one base': { path: at('single-base.mjs'), addresses: ['{arbitrum}'] },
}
type Client = keyof typeof CLIENTS
const NAMES = Object.keys(CLIENTS) as Client[]

async function rehearsed(client: Client, kind: string, scenarios: readonly string[]): Promise<Report> {
  const { path, addresses } = CLIENTS[client]
  const report = at(`${client}-${kind}.json`)
  await untilCalm()
  const { end } = startRehearsal([
    ...[
      ...scenarios,
      '--warm-up',
      '8s',
      '--incident',
      '45s',
      '--cool-down',
      '25s',
      '--logs',
      at(`${client}-${kind}`),
    ],
    ...['--report', `json=${report}`, ...(kind === 'addresses' ? [] : ['--intercept', '--offline'])],
    ...['--', process.execPath, path, ...(kind === 'addresses' ? addresses : [])],
  ])
  const { stdout, stderr } = await end
  expect(stderr, stdout).not.toMatch(/unexpected|refused/)
  return JSON.parse(readFileSync(report, 'utf8'))
}

const summary = ({ score, checks }: ScenarioReport) => ({
  score,
  checks: checks.map(({ id, verdict }) => `${id}: ${verdict}`),
})

const reports = new Map<string, Report>()
beforeAll(async () => {
  writeFileSync(at('single-base.mjs'), SINGLE_BASE)
  writeFileSync(at('careless.mjs'), CARELESS)
  const incidents = FAULTS.map((fault, index) => {
    const rules = [{ id: 'incident', match: { base: 'primary' }, when: { until: '14s' }, fault }]
    writeFileSync(at(`${index}.yaml`), JSON.stringify({ name: JSON.stringify(fault), rules }))
    return at(`${index}.yaml`)
  })
  const runs = NAMES.flatMap((client) => [
    [client, 'hosts', ['primary-down']] as const,
    [client, 'addresses', ['primary-down']] as const,
    [client, 'faults', incidents] as const,
  ])
  await Promise.all(
    runs.map(async ([client, kind, scenarios]) => {
      reports.set(`${client}-${kind}`, await rehearsed(client, kind, scenarios))
    }),
  )
}, PROGRAM_MS)

test.each(NAMES)('primary-down: a client that %s gets the same verdicts by host and by address', (client) => {
  const [byHost, byAddress] = ['hosts', 'addresses'].map((kind) => reports.get(`${client}-${kind}`)!)
  expect(byHost.verdict).toBe(client === 'fails over' ? 'pass' : 'fail')
  expect(byHost.scenarios.map(summary)).toEqual(byAddress.scenarios.map(summary))
})

describe.each(FAULTS.map((fault, index) => [JSON.stringify(fault), index] as const))('%s', (fault, index) => {
  const checksOf = (client: Client) =>
    Object.fromEntries(
      reports.get(`${client}-faults`)!.scenarios[index].checks.map(({ id, verdict }) => [id, verdict]),
    )

  test('a client that fails over passes', () => {
    expect(reports.get('fails over-faults')!.scenarios[index].score).toBe(100)
    expect(checksOf('fails over')).toMatchObject({
      'answers-again': 'pass',
      'fails-back': 'pass',
      'keeps-serving': 'pass',
      survives: 'pass',
    })
  })

  test('a client that asks one base does not', () => {
    expect(checksOf('asks one base')).toMatchObject({ 'answers-again': 'fail', survives: 'pass' })
  })

  test('a client that trusts any certificate fails where there is one', () => {
    const isPresented = /expired|wrongHost/.test(fault)
    const verdicts = NAMES.map((client) => checksOf(client)['verifies-certificates'])
    expect(verdicts).toEqual(
      isPresented ? ['pass', 'fail', 'pass'] : ['not exercised', 'not exercised', 'not exercised'],
    )
  })
})
