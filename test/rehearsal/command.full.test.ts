/** `gmx-sim rehearse` with real programs: short ones, as their time is real. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../src/rehearsal/report.js'
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
  - { id: down, match: { base: primary }, when: { until: 2s }, fault: { close: true } }
`
const REFUSING = `${EXPECT}
rules:
  - { id: gone, match: { base: primary }, when: { until: 2s }, fault: { refuse: true } }
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
  await new Promise((resolve) => setTimeout(resolve, 100))
}
`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-rehearse-'))
  writeFileSync(at('short.yaml'), SHORT)
  writeFileSync(at('refusing.yaml'), REFUSING)
  writeFileSync(at('client.mjs'), CLIENT)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Where what the program does afterwards is judged. */
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
        expect.stringMatching(/^\+2\.\d s incident, 2 s$/),
        expect.stringMatching(/^\+[4-9]\.\d s recovery, 5 s$/),
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

  test('one that fails is told, with its exit code', async () => {
    const { code, stdout } = await rehearse(...node('process.exit(3)'))
    expect(code).toBe(5)
    expect(stdout).toContain('the program ended before its first good reply, with exit code 3')
  })

  test('one that dies of an exception leaves the last lines of its output, and the paths that do not exist', async () => {
    const dying = `const base = process.env.GMX_SIM_ARBITRUM_URL
      for (let i = 1; i <= 20; i++) console.log('line ' + i)
      await fetch(base + '/ping')
      for (const path of ['/price/tickers?a=1', '/price/tickers', '/candles']) await fetch(base + path)
      await fetch(process.env.GMX_SIM_URL + '/prices/tickers')
      const deep = (n) => (n === 0 ? JSON.parse('<html>') : deep(n - 1))
      deep(30)`
    const files = ['json', 'html', 'markdown', 'finding', 'junit']
    const { code, stdout } = await rehearse(
      ...files.flatMap((format) => ['--report', `${format}=${at(`died.${format}`)}`]),
      ...node(dying),
    )
    expect(code, stdout).toBe(5)
    const [{ program, unknownPaths }] = (JSON.parse(readFileSync(at('died.json'), 'utf8')) as Report)
      .scenarios
    expect(program.lastLines?.length).toBeLessThanOrEqual(10)
    expect(program.lastLines?.join('\n')).toMatch(/SyntaxError: Unexpected token/)
    expect(unknownPaths).toEqual([
      { path: '/arbitrum/price/tickers', count: 2 },
      { path: '/prices/tickers', count: 1 },
      { path: '/arbitrum/candles', count: 1 },
    ])
    const shown = [
      stdout,
      ...['html', 'markdown', 'finding'].map((format) => readFileSync(at(`died.${format}`), 'utf8')),
    ]
    for (const text of shown) {
      expect(text).toContain('SyntaxError: Unexpected token')
      expect(text).toMatch(/nknown paths: .?\/arbitrum\/price\/tickers.? 2 times/)
    }
    expect(readFileSync(at('died.finding'), 'utf8')).toMatch(
      /npx gmx-sim rehearse .*short\.yaml --seed gmx-sim --warm-up 1s --cool-down 1s -- /,
    )
  })

  test('a baseline marks each check, decides with --fail-on worse, and diff prints the same', async () => {
    const asking = (bases: string) =>
      node(`const bases = [${bases}].map((suffix) => process.env['GMX_SIM_ARBITRUM' + suffix + '_URL'])
        for (;;) {
          for (const base of bases) if (await fetch(base + '/prices/tickers').then((reply) => reply.ok, () => false)) break
          await new Promise((resolve) => setTimeout(resolve, 100))
        }`)
    const dying = node("await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping'); process.exit(3)")
    const [good, bad] = await Promise.all([
      rehearse('--report', `json=${at('good.json')}`, ...asking("'', '_FALLBACK'")),
      rehearse('--report', `json=${at('bad.json')}`, ...dying),
    ])
    expect([good.code, bad.code]).toEqual([0, 5])
    const against = (file: string) => ['--baseline', at(file), '--fail-on', 'worse', '--report', 'json']
    const [worse, equal] = await Promise.all([
      rehearse(...against('good.json'), ...dying),
      rehearse(...against('bad.json'), ...dying),
    ])
    expect([worse.code, equal.code], worse.stderr + equal.stderr).toEqual([5, 0])
    const report = JSON.parse(worse.stdout) as Report
    expect(report).toMatchObject({
      version: 1,
      failOn: 'worse',
      verdict: 'fail',
      baseline: { worse: 1, missing: [] },
    })
    expect(report.scenarios[0].checks[0]).toMatchObject({
      id: 'survives',
      baseline: { change: 'worse', verdict: 'pass' },
    })
    for (const { baseline } of report.scenarios[0].checks)
      expect(baseline?.change).toMatch(/^(better|worse|equal)$/)
    const diff = (...files: string[]) => runCli(['rehearse', 'diff', ...files.map(at)])
    expect(await diff('good.json', 'bad.json')).toMatchObject({
      code: 5,
      stdout: expect.stringMatching(
        /^short {2}worse {2}score \d+ -> \d+\n {2}worse {2}MUST +survives +pass yes -> fail no\n/,
      ),
      stderr: '',
    })
    expect(await diff('good.json', 'good.json')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^short {2}equal .*\n\nscore \d+ -> \d+: 0 better, 0 worse, \d+ equal\n$/,
      ),
    })
  })

  test('one that does its job and ends is judged on what it did', async () => {
    const asking = "await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping')"
    const { code, stdout } = await rehearse('--report', 'markdown', ...node(asking))
    expect([code, stdout]).toEqual([0, expect.stringContaining('Rehearsal: pass')])
    expect(stdout).toContain('the program ended without a failure')
  })

  test('one that ends before it has asked anything is nobody to praise', async () => {
    const { code, stdout } = await rehearse('--fail-on', '0', ...node('process.exit(0)'))
    expect([code, stdout]).toEqual([5, expect.stringContaining('short  FAIL  score 0')])
    expect(stdout).toContain('the program ended before its first good reply, with exit code 0')
  })

  test('a reader of its output that leaves keeps nobody from the reports', async () => {
    const asking =
      "await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping'); for (let i = 0; i < 1e4; i++) console.log(i)"
    const args = ['rehearse', at('short.yaml'), ...QUICK, '--verbose', '--report', 'har']
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

describe('what was typed wrongly is one sentence', () => {
  test.each([
    ['no program', [], 2, 'rehearse needs a program'],
    ['no -- before it', ['node', 'client.js'], 2, 'rehearse needs a program'],
    ['two programs', ['--attach', '--', 'x'], 2, 'rehearse takes one program'],
    ['no such command', ['--', 'no-such-command'], 2, 'there is no such command: no-such-command'],
    [
      'an observation without groups',
      ['--observe', 'price', '--', 'x'],
      2,
      '--observe needs the groups symbol and price',
    ],
    ['no regular expression', ['--observe', '(', '--', 'x'], 2, '--observe is not a regular expression'],
    [
      'no such format',
      ['--report', 'pdf', '--', 'x'],
      2,
      'write one of text, json, junit, markdown, html, har',
    ],
    ['no such folder', ['--report', 'json=/no/such/folder/x', '--', 'x'], 2, 'cannot be written: ENOENT'],
    [
      'no such measure',
      ['--fail-on', 'everything', '--', 'x'],
      2,
      'write must, should, worse, or a minimum score',
    ],
    ['no baseline', ['--fail-on', 'worse', '--', 'x'], 2, '--fail-on worse needs a baseline'],
    [
      'a baseline that is no file',
      ['--baseline', '/no/such/file', '--', 'x'],
      2,
      '--baseline cannot be read',
    ],
    [
      'a baseline that is no report',
      ['--baseline', 'package.json', '--', 'x'],
      2,
      '--baseline is not a report of',
    ],
    ['no duration', ['--warm-up', '5', '--', 'x'], 2, '--warm-up cannot be read'],
    ['no variable', ['--set', 'PORT', '--', 'x'], 2, 'write NAME=VALUE'],
  ] as const)('%s', async (_name, args, exitCode, message) => {
    const { code, stderr } = await rehearse(...args)
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(message)])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('a price of a token that there is not', async () => {
    const saying =
      "await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping'); console.log('EHT 12'); setInterval(() => {}, 1000)"
    const { code, stderr } = await rehearse('--observe', '(?<symbol>\\w+) (?<price>\\d+)', ...node(saying))
    expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean ETH?')])
  })

  test('a report that cannot be written after all: the others are', async () => {
    const full = ['--report', 'json=/dev/full', '--report', `junit=${at('other.xml')}`]
    const { code, stdout, stderr } = await rehearse(...full, ...node('process.exit(0)'))
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^gmx-sim: the report \/dev\/full cannot be written: ENOSPC/m),
    ])
    expect(stdout).toContain('short  FAIL')
    expect(readFileSync(at('other.xml'), 'utf8')).toContain('<testsuites')
  })

  // Below /proc, making a folder recursively never returns.
  test.each(['short.yaml', 'short.yaml/logs', '/proc/none/logs', '/proc'])(
    'a folder for logs that cannot be written to: %s',
    async (path) => {
      const { code, stderr } = await rehearse('--logs', path.startsWith('/') ? path : at(path), '--', 'x')
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^gmx-sim: --logs cannot be used: .*\n$/)])
    },
  )

  test.each([
    [
      ['--', 'x', '{arbitrum.fallbak}'],
      '{arbitrum.fallbak}; did you mean {arbitrum.fallback}? available: {arbitrum}, ',
    ],
    [
      ['--set', 'URL={arbitrim}', '--', 'x'],
      '{arbitrim}; did you mean {arbitrum}? available: {url}, {observe}, ',
    ],
  ])('a placeholder that is misspelt, before anything starts: %j', async (args, message) => {
    const logs = at('never-made')
    const { code, stdout, stderr } = await rehearse('--logs', logs, ...args)
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringContaining(`unknown placeholder: ${message}`),
    ])
    expect(existsSync(logs)).toBe(false)
  })

  test('a name of a scenario is no path', async () => {
    writeFileSync(at('odd.yaml'), `name: ../odd\n${SHORT.replace('name: short', '')}`)
    const quick = ['--logs', at('odd-logs'), '--report', 'json']
    const { stdout } = await runCli(['rehearse', at('odd.yaml'), ...quick, ...node('process.exit(0)')])
    const { scenarios } = JSON.parse(stdout) as Report
    expect([scenarios[0].name, scenarios[0].program.log]).toEqual([
      '../odd',
      join(at('odd-logs'), 'scenario-1.log'),
    ])
  })

  test('scenarios that cannot be rehearsed', async () => {
    const told = await Promise.all(
      ['flash-crash', 'token-bucket'].map((name) => runCli(['rehearse', name, '--', 'x'])),
    )
    expect(told.map(({ code }) => code)).toEqual([2, 2])
    expect(told.map(({ stderr }) => stderr.split(':')[1])).toEqual([
      ' flash-crash cannot be rehearsed',
      ' token-bucket never ends',
    ])
  })

  test.each([
    ['nothing', [], 'diff needs an earlier'],
    ['one report', ['package.json'], 'diff needs a later'],
    [
      'no report',
      ['package.json', 'package.json'],
      'the earlier report is not a report of version 1: package.json',
    ],
    ['three reports', ['a', 'b', 'c'], 'diff takes one earlier and one later'],
  ])('diff of %s', async (_name, args, message) => {
    const { code, stderr } = await runCli(['rehearse', 'diff', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  test('a baseline without any of the scenarios', async () => {
    writeFileSync(
      at('none.json'),
      JSON.stringify({ version: 1, gmxSim: '', seed: '', verdict: 'pass', score: 1, scenarios: [] }),
    )
    const { code, stderr } = await rehearse('--baseline', at('none.json'), '--', 'x')
    expect([code, stderr]).toEqual([2, expect.stringContaining('--baseline has none of these scenarios')])
  })

  test('--list prints the drill', async () => {
    const { code, stdout } = await runCli(['rehearse', '--list'])
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'primary-down'])
  })
})
