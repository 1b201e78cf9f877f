/** What reports of real programs say beyond verdicts: last output, unknown paths, and changes since a baseline. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Report } from '../../src/rehearsal/report.js'
import { runCli } from '../support/cli.js'
import { shortRehearsals } from '../support/rehearsing.js'

const { at, rehearse, node } = shortRehearsals()

test('a client that crashes leaves the last lines of its output and its requests to unknown paths', async () => {
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
  const [{ program, unknownPaths }] = (JSON.parse(readFileSync(at('died.json'), 'utf8')) as Report).scenarios
  expect(program.lastLines?.length).toBeLessThanOrEqual(40)
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
    /npx --no -- gmx-sim rehearse .*short\.yaml --seed gmx-sim --warm-up 1s --cool-down 1s -- /,
  )
})

test('a baseline marks each check, decides with --fail-on worse, and diff prints the same', async () => {
  const dying = node("await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/ping'); process.exit(3)")
  const { stdout } = await rehearse('--report', 'json', ...dying)
  writeFileSync(at('bad.json'), stdout)
  // The same run, had the program survived.
  const bad = JSON.parse(stdout) as Report
  const [scenario] = bad.scenarios
  const checks = scenario.checks.map((check) =>
    check.id === 'survives' ? { ...check, verdict: 'pass', measured: 1 } : check,
  )
  writeFileSync(at('good.json'), JSON.stringify({ ...bad, scenarios: [{ ...scenario, checks }] }))
  const against = (file: string) => ['--baseline', at(file), '--fail-on', 'worse', '--report', 'json']
  const [worse, equal] = [
    await rehearse(...against('good.json'), ...dying),
    await rehearse(...against('bad.json'), ...dying),
  ]
  expect([worse.code, equal.code], worse.stderr + equal.stderr).toEqual([5, 0])
  const report = JSON.parse(worse.stdout) as Report
  expect(report).toMatchObject({ failOn: 'worse', verdict: 'fail', baseline: { worse: 1, missing: [] } })
  expect(report.scenarios[0].checks.find(({ id }) => id === 'survives')).toMatchObject({
    baseline: { change: 'worse', verdict: 'pass' },
  })
  const diff = (...files: string[]) => runCli(['rehearse', 'diff', ...files.map(at)])
  expect(await diff('good.json', 'bad.json')).toMatchObject({
    code: 5,
    stdout: expect.stringMatching(/\n {2}worse {2}MUST +survives +pass .* -> fail no\n/),
    stderr: '',
  })
  expect((await diff('good.json', 'good.json')).code).toBe(0)
  writeFileSync(
    at('cut.json'),
    JSON.stringify({ ...bad, scenarios: [{ ...scenario, verdict: 'cut short' }] }),
  )
  for (const files of [
    ['good.json', 'cut.json'],
    ['cut.json', 'good.json'],
  ])
    expect(await diff(...files)).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('not compared: cut short in one of the reports'),
    })
})
