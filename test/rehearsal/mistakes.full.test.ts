/** Usage errors of `gmx-sim rehearse`: exit code 2 and one sentence, before anything starts. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/rehearsal/report.js'
import { runCli } from '../support/cli.js'
import { SHORT, shortRehearsals } from '../support/rehearsing.js'

const { at, rehearse, node } = shortRehearsals()

describe('usage errors are one sentence', () => {
  test.each([
    ['no program', [], 'rehearse needs a program'],
    ['no -- before it', ['node', 'client.js'], 'rehearse needs a program'],
    ['two programs', ['--attach', '--', 'x'], 'rehearse takes one program'],
    ['no such command', ['--', 'no-such-command'], 'there is no such command: no-such-command'],
    [
      'an observation without groups',
      ['--observe', 'price', '--', 'x'],
      '--observe needs the groups symbol and price',
    ],
    ['no regular expression', ['--observe', '(', '--', 'x'], '--observe is not a regular expression'],
    [
      'no such format',
      ['--report', 'pdf', '--', 'x'],
      'write one of text, json, junit, markdown, github, html, har',
    ],
    ['no such folder', ['--report', 'json=/no/such/folder/x', '--', 'x'], 'cannot be written: ENOENT'],
    [
      'no such measure',
      ['--fail-on', 'everything', '--', 'x'],
      'write must, should, worse, or a minimum score',
    ],
    ['no baseline', ['--fail-on', 'worse', '--', 'x'], '--fail-on worse needs a baseline'],
    ['a baseline that is no file', ['--baseline', '/no/such/file', '--', 'x'], '--baseline cannot be read'],
    [
      'a baseline that is no report',
      ['--baseline', 'package.json', '--', 'x'],
      '--baseline is not a report of',
    ],
    ['no duration', ['--warm-up', '5', '--', 'x'], '--warm-up cannot be read'],
    ['no variable', ['--set', 'PORT', '--', 'x'], 'write NAME=VALUE'],
  ] as const)('%s', async (_name, args, message) => {
    const { code, stderr } = await rehearse(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('a misspelt diff', async () => {
    const { code, stderr } = await runCli(['rehearse', 'dif', 'earlier.json', 'later.json'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean diff?')])
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
    expect(stdout).toMatch(/^FAIL {3}1 change {3}short /m)
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
    ['nothing', [], 'diff needs an earlier-report'],
    ['one report', ['package.json'], 'diff needs a later-report'],
    [
      'no report',
      ['package.json', 'package.json'],
      'the earlier report is not a report of version 1: package.json',
    ],
    ['three reports', ['a', 'b', 'c'], 'diff takes one earlier-report and one later-report'],
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
