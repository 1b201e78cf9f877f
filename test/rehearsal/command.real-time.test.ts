/** `gmx-sim rehearse` with real programs: short ones, as their time is real. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../src/rehearsal/report.js'
import { untilCalm } from '../support/calm.js'
import { builtCli, run, runCli } from '../support/cli.js'

let folder = ''
const at = (name: string) => join(folder, name)

/** Bounds that a busy machine keeps, too. */
const EXPECT = `
expect:
  answers-again: { good: 60s, fails: 2m }
  fails-back: { good: 60s, fails: 2m }`

const SHORT = `
name: short${EXPECT}
rules:
  - { id: down, match: { base: primary }, when: { until: 5s }, fault: { close: true } }
`
const REFUSING = `${EXPECT}
rules:
  - { id: gone, match: { base: primary }, when: { until: 5s }, fault: { refuse: true } }
`
/** Asks the two addresses of its arguments in turn, tells what it acts on in two ways, and counts on a variable. */
const CLIENT = `
const [, , primary, fallback, stray] = process.argv
if (stray !== '{stray}' || process.env.MINE !== process.env.GMX_SIM_ARBITRUM_FALLBACK_URL) process.exit(9)
for (;;) {
  for (const base of [primary, fallback]) {
    try {
      const reply = await fetch(base + '/prices/tickers')
      const { medianPrice } = (await reply.json()).find(({ tokenSymbol }) => tokenSymbol === 'ETH')
      const body = JSON.stringify({ symbol: 'ETH', price: medianPrice, raw: true })
      await fetch(process.env.GMX_SIM_OBSERVE_URL, { method: 'POST', body })
      console.log('acted on ETH at ' + Number(medianPrice) / 1e12)
      break
    } catch {}
  }
  await new Promise((resolve) => setTimeout(resolve, 250))
}
`

beforeAll(untilCalm)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-rehearse-'))
  writeFileSync(at('short.yaml'), SHORT)
  writeFileSync(at('refusing.yaml'), REFUSING)
  writeFileSync(at('client.mjs'), CLIENT)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Phase in which the later behaviour of the program is graded. */
const UNHURRIED = ['--warm-up', '2s', '--cool-down', '5s']
const QUICK = ['--warm-up', '1s', '--cool-down', '1s']
const rehearse = (...args: string[]) => runCli(['rehearse', at('short.yaml'), ...QUICK, ...args])
const node = (...code: string[]) => ['--', process.execPath, '-e', code.join(';')]

describe('a program', () => {
  test('is taken through scenarios side by side and graded; all reports are written', async () => {
    const formats = ['json', 'junit', 'markdown', 'html', 'har']
    const { code, stdout, stderr } = await runCli([
      'rehearse',
      at('short.yaml'),
      at('refusing.yaml'),
      ...UNHURRIED,
      ...formats.flatMap((format) => ['--report', `${format}=${at(`report.${format}`)}`]),
      '--set',
      'MINE={arbitrum.fallback}',
      '--observe',
      'acted on (?<symbol>\\w+) at (?<price>[\\d.]+)',
      '--logs',
      at('logs'),
      '--',
      process.execPath,
      at('client.mjs'),
      '{arbitrum}',
      '{arbitrum.fallback}',
      '{stray}',
    ])
    expect(code, stdout).toBe(0)
    // Without a terminal: a line for each phase and verdict.
    const progress = stderr.trim().split('\n')
    for (const name of ['short', 'refusing'])
      expect(
        progress.filter((line) => line.startsWith(name)).map((line) => line.replace(/^\w+ +/, '')),
      ).toEqual([
        '+0.0 s warm-up, 2 s',
        expect.stringMatching(/^\+[2-9]\.\d s incident, 5 s$/),
        expect.stringMatching(/^\+\d+\.\d s recovery, 5 s$/),
        expect.stringMatching(/^pass, score \d+$/),
      ])
    expect(progress).toHaveLength(8)
    expect(stdout).toContain('short  PASS')
    expect(stdout.includes('\u001b')).toBe(false)
    const report = JSON.parse(readFileSync(at('report.json'), 'utf8')) as Report
    expect(report).toMatchObject({
      version: 1,
      verdict: 'pass',
      scenarios: [{ name: 'short' }, { name: 'refusing' }],
    })
    for (const { checks, program, phases } of report.scenarios) {
      const verdicts = Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]))
      expect(verdicts).toMatchObject({
        survives: 'pass',
        'answers-again': 'pass',
        'fails-back': 'pass',
      })
      expect(phases.map(({ name }) => name)).toEqual(['warm-up', 'incident', 'recovery'])
      expect(program.exitCode).toBe(null)
      expect(readFileSync(program.log ?? '', 'utf8')).toContain('acted on ETH at ')
    }
    expect(readFileSync(at('report.junit'), 'utf8')).toMatch(/^<\?xml .*\n<testsuites .* failures="0"/)
    expect(readFileSync(at('report.markdown'), 'utf8')).toContain('| `short` | pass |')
    expect(readFileSync(at('report.html'), 'utf8')).toMatch(/^<!doctype html>/i)
    expect(JSON.parse(readFileSync(at('report.har'), 'utf8')).log.version).toBe('1.2')
  })

  test('copies have an address each', async () => {
    const asking = "setInterval(() => fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping').catch(() => {}), 100)"
    const { code, stdout } = await rehearse(
      '--clients',
      '3',
      '--fail-on',
      '0',
      '--report',
      'json',
      ...node(asking),
    )
    expect([code, stdout]).toEqual([0, expect.stringContaining('all 3 copies of the program ran on')])
  })

  test('a failing client is reported with its exit code', async () => {
    const { code, stdout } = await rehearse(...node('process.exit(3)'))
    expect(code).toBe(5)
    expect(stdout).toContain('the program ended before its first good reply, with exit code 3')
  })

  test('a client that finishes before the incident is not exercised', async () => {
    const job = node("await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping')")
    const { code, stdout } = await rehearse('--report', 'markdown', ...job)
    expect([code, stdout]).toEqual([5, expect.stringContaining('| **not exercised** | - |')])
    expect(stdout).toContain('the program ended without a failure')
    const allowed = await rehearse('--allow-unexercised', ...job)
    expect([allowed.code, allowed.stdout]).toEqual([0, expect.stringContaining('PASS')])
  })

  test('a client that ends without a request does not pass', async () => {
    const { code, stdout } = await rehearse('--fail-on', '0', ...node('process.exit(0)'))
    expect([code, stdout]).toEqual([5, expect.stringContaining('short  FAIL  score 0')])
    expect(stdout).toContain('the program ended before its first good reply, with exit code 0')
  })

  test('reports are written although the reader of stdout closed the pipe', async () => {
    const asking =
      "await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping'); for (let i = 0; i < 1e4; i++) console.log(i)"
    const args = [
      'rehearse',
      at('short.yaml'),
      ...QUICK,
      '--verbose',
      '--allow-unexercised',
      '--report',
      'har',
    ]
    const words = [...args, '--report', `json=${at('left.json')}`, ...node(asking)]
    const line = `"$@" 2>&1 | head -n 1; exit "\${PIPESTATUS[0]}"`
    const { code, stdout } = await run('bash', ['-c', line, 'bash', process.execPath, builtCli(), ...words])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^.*\n$/)])
    expect(JSON.parse(readFileSync(at('left.json'), 'utf8'))).toMatchObject({ verdict: 'pass' })
  })

  test('nothing of it is left running, even what hides and does not listen', async () => {
    const hidden = `await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping')
      process.on('SIGTERM', () => {})
      const { spawn } = await import('node:child_process')
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
      console.log(child.pid)
      setInterval(() => {}, 1000)`
    const { stdout } = await rehearse('--report', 'json', ...node(hidden))
    const { scenarios } = JSON.parse(stdout) as Report
    const pid = Number(readFileSync(scenarios[0].program.log ?? '', 'utf8'))
    expect(pid).toBeGreaterThan(0)
    if (process.platform === 'linux') expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
