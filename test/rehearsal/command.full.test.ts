/** `gmx-sim rehearse` with real programs: that they start, are heard, reported and ended, whatever the speed of the machine. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/rehearsal/report.js'
import { runCli } from '../support/cli.js'
import { isRunning } from '../support/processes.js'
import { SHORT, shortRehearsals } from '../support/rehearsing.js'

const { at, rehearse, node } = shortRehearsals()

const QUICK = ['--warm-up', '1s', '--cool-down', '1s']
const OBSERVE = ['--observe', 'acted on (?<symbol>\\w+) at (?<price>[\\d.]+)']
const jsonAt = (name: string) => ['--report', `json=${at(name)}`]
const reportAt = (name: string) => JSON.parse(readFileSync(at(name), 'utf8')) as Report

/** Reports a price in two ways, prints its addresses, and leaves a process that hides and does not listen. */
const CLIENT = `
const [, base, stray] = process.argv
if (stray !== '{stray}' || process.env.MINE !== process.env.GMX_SIM_ARBITRUM_FALLBACK_URL) process.exit(9)
const { spawn } = await import('node:child_process')
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
console.log(JSON.stringify({ pid: child.pid, addresses: Object.entries(process.env).filter(([name]) => /^GMX_SIM_ARBITRUM.*_URL$/.test(name)) }))
process.on('SIGTERM', () => {})
for (;;) {
  await fetch(base + '/prices/tickers').then(async (reply) => {
    const { medianPrice } = (await reply.json()).find(({ tokenSymbol }) => tokenSymbol === 'ETH')
    await fetch(process.env.GMX_SIM_OBSERVE_URL, { method: 'POST', body: JSON.stringify({ symbol: 'ETH', price: medianPrice, raw: true }) })
    console.log('acted on ETH at ' + Number(medianPrice) / 1e12)
  }).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 200))
}
`
/** Refused connections need ports, which each scenario has of its own. */
const REFUSING =
  'rules: [{ id: gone, match: { base: primary }, when: { until: 2s }, fault: { refuse: true } }]\n'

test('a program is taken through scenarios side by side; every report is complete, and nothing is left', async () => {
  writeFileSync(at('refusing.yaml'), REFUSING)
  const formats = ['json', 'junit', 'markdown', 'html', 'har']
  const { code, stdout, stderr } = await rehearse(
    at('refusing.yaml'),
    ...formats.flatMap((format) => ['--report', `${format}=${at(`report.${format}`)}`]),
    ...['--set', 'MINE={arbitrum.fallback}', '--logs', at('logs'), ...OBSERVE],
    ...[...node(CLIENT), '{arbitrum}', '{stray}'],
  )
  expect([0, 5], stderr).toContain(code)
  // Without a terminal: a line for each phase and verdict.
  for (const name of ['short', 'refusing'])
    expect(stderr.match(new RegExp(`^${name} .*$`, 'gm')), stderr).toEqual([
      expect.stringContaining('warm-up, 1 s'),
      expect.stringContaining('incident, 2 s'),
      expect.stringContaining('recovery, 1 s'),
      expect.stringMatching(/^\w+ +\w/),
    ])
  expect(stdout.includes('\u001b')).toBe(false)
  const { scenarios } = reportAt('report.json')
  expect(scenarios.map(({ name }) => name)).toEqual(['short', 'refusing'])
  const origins = scenarios.flatMap(({ checks, program, phases, observations }) => {
    expect(checks.find(({ id }) => id === 'survives')?.verdict).toBe('pass')
    expect(phases.map(({ name }) => name)).toEqual(['warm-up', 'incident', 'recovery'])
    expect(program.exitCode).toBe(null)
    expect(observations?.reported).toBeGreaterThan(0)
    const log = readFileSync(program.log ?? '', 'utf8')
    expect(log).toContain('acted on ETH at ')
    const { pid, addresses } = JSON.parse(log.split('\n', 1)[0])
    if (process.platform === 'linux') expect(isRunning(pid)).toBe(false)
    return addresses.map(([, url]: [string, string]) => new URL(url).origin) as string[]
  })
  expect(origins.length).toBeGreaterThan(2 * 3)
  expect(new Set(origins).size).toBe(origins.length)
  expect(readFileSync(at('report.junit'), 'utf8')).toMatch(/^<\?xml .*\n<testsuites /)
  expect(readFileSync(at('report.html'), 'utf8')).toMatch(/^<!doctype html>/i)
  const { log } = JSON.parse(readFileSync(at('report.har'), 'utf8'))
  expect(log.entries.length).toBeGreaterThan(0)
})

test('copies have addresses of their own', async () => {
  const asking = "setInterval(() => fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping').catch(() => {}), 100)"
  const { stdout } = await rehearse('--clients', '3', '--report', 'json', ...node(asking))
  expect(stdout).toContain('all 3 copies of the program ran on')
})

test('a proxy of the environment does not divert the program, and Python prints at once', async () => {
  const client = `import os, time, urllib.request
while True:
    try: print(urllib.request.urlopen(os.environ["GMX_SIM_ARBITRUM_URL"] + "/ping").status)
    except Exception as error: print(error)
    time.sleep(0.1)`
  const args = ['rehearse', at('short.yaml'), ...QUICK, ...jsonAt('python.json')]
  const { stderr } = await runCli([...args, '--', 'python3', '-c', client], {
    HTTP_PROXY: 'http://127.0.0.1:9',
  })
  const [{ program }] = reportAt('python.json').scenarios
  // It is killed with whatever it would still have to print.
  expect(readFileSync(program.log ?? '', 'utf8'), stderr).toMatch(/^200\n/)
})

test('a program with the live hosts in its source is answered, and meets a certificate that it must reject', async () => {
  const fault = '{ id: expired, match: { base: primary }, when: { until: 2s }, fault: { tls: expired } }'
  writeFileSync(at('expired.yaml'), `name: expired\nrules: [${fault}]\n`)
  const asking =
    "setInterval(() => fetch('https://arbitrum-api.gmxinfra.io/prices/tickers').catch(() => {}), 200)"
  const { stderr } = await runCli([
    ...['rehearse', at('expired.yaml'), ...QUICK, '--intercept', '--offline'],
    ...['--report', `har=${at('expired.har')}`, ...jsonAt('expired.json'), ...node(asking)],
  ])
  expect(stderr).not.toMatch(/unexpected|refused/)
  const { log } = JSON.parse(readFileSync(at('expired.har'), 'utf8'))
  expect(log.entries[0]).toMatchObject({
    request: { url: expect.stringMatching(/\/arbitrum\/prices\/tickers$/) },
    response: { status: 200 },
  })
  const [{ checks }] = reportAt('expired.json').scenarios
  // The request before proves that the base is in use; how many are sent meanwhile depends on the machine.
  expect(['pass', 'fail', 'inconclusive']).toContain(
    checks.find(({ id }) => id === 'verifies-certificates')?.verdict,
  )
})

describe('a program that ends', () => {
  test.each([
    ['with an error', 'process.exit(3)', 'the program ended before its first good reply, with exit code 3'],
    [
      'without a request',
      'process.exit(0)',
      'the program ended before its first good reply, with exit code 0',
    ],
  ])('%s', async (_name, code, problem) => {
    const { code: exitCode, stdout } = await rehearse(...node(code))
    expect([exitCode, stdout]).toEqual([5, expect.stringContaining(problem)])
  })

  test('with code 0 before the incident fails, unless it may', async () => {
    const job = node("await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping')")
    const survival = async (...options: string[]) => {
      const { code } = await rehearse(...jsonAt('ended.json'), ...options, ...job)
      const { checks } = reportAt('ended.json').scenarios[0]
      return [code, checks.find(({ id }) => id === 'survives')?.verdict]
    }
    expect(await survival()).toEqual([5, 'fail'])
    expect((await survival('--may-exit', '--allow-unexercised'))[0]).toBe(0)
  })
})

test('a command that does not exist', async () => {
  const { code, stderr } = await rehearse('--', 'no-such-command')
  expect([code, stderr]).toEqual([2, expect.stringContaining('there is no such command: no-such-command')])
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('a report that cannot be written after all: the others are', async () => {
  const full = ['--report', 'json=/dev/full', '--report', `junit=${at('other.xml')}`]
  const { code, stdout, stderr } = await rehearse(...full, ...node('process.exit(0)'))
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^gmx-sim: the report \/dev\/full cannot be written: the disk is full/m),
  ])
  expect(stdout).toMatch(/^FAIL {3}1 change {3}short /m)
  expect(readFileSync(at('other.xml'), 'utf8')).toContain('<testsuites')
})

test('a scenario name is not a path', async () => {
  writeFileSync(at('odd.yaml'), `name: ../odd\n${SHORT.replace('name: short', '')}`)
  const quick = ['--logs', at('odd-logs'), '--report', 'json']
  const { stdout } = await runCli(['rehearse', at('odd.yaml'), ...quick, ...node('process.exit(0)')])
  const { scenarios } = JSON.parse(stdout) as Report
  expect([scenarios[0].name, scenarios[0].program.log]).toEqual([
    '../odd',
    join(at('odd-logs'), 'scenario-1.log'),
  ])
})
