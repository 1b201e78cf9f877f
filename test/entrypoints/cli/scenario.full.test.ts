/** Scenario files on the command line: serve --scenario, validate, explain, schema, and their exit codes. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { builtCli, hostCli, ROOT, run, runCli, serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { LIBRARY } from '../../support/library.js'

const OUTAGE = join(ROOT, 'scenarios/primary-outage.yaml')

const cli = hostCli()
afterAll(() => cli.stop())

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const FROZEN = 'clock: { mode: frozen, at: 2026-03-01T12:00:00Z }'
/** The instant and rule that a ping to the primary of Arbitrum names. */
const pingOf = async (url: string): Promise<[number, string | null, string | null]> => {
  const { status, headers } = await fetch(`${url}/arbitrum/ping`)
  return [status, headers.get('x-gmx-sim-rule'), headers.get('x-gmx-sim-at')]
}

describe('serve --scenario', () => {
  test('applies the rules of the file', async () => {
    const path = written('down.yaml', `${FROZEN}\nrules: [{ id: down, fault: { status: 503 } }]`)
    const { ready, stop } = await serveCli(['--scenario', path])
    expect(await pingOf(ready.url)).toEqual([503, 'down', '2026-03-01T12:00:00.000Z'])
    expect((await stop()).code).toBe(0)
  })

  test.each([
    ['those of the file count where none is given', FROZEN, [], '2026-03-01T12:00:00.000Z'],
    ['--at wins over the file', FROZEN, ['--at', '2026-06-01'], '2026-06-01T00:00:00.000Z'],
    ['--clock leaves the file its start', FROZEN, ['--clock', 'frozen'], '2026-03-01T12:00:00.000Z'],
    [
      'a clock that the file freezes starts where --clock frozen does',
      'clock: { mode: frozen }',
      [],
      '2026-01-01T00:00:00.000Z',
    ],
  ])('clock: %s', async (_name, clock, args, at) => {
    const { ready, stop } = await serveCli(['--scenario', written('clock.yaml', clock), ...args])
    expect(await pingOf(ready.url)).toEqual([200, null, at])
    await stop()
  })

  test.each([
    ['--at now wins over the file', FROZEN, ['--at', 'now']],
    ['a file may say now itself', 'clock: { mode: frozen, at: now }', []],
  ])('clock: %s', async (_name, clock, args) => {
    const before = Date.now()
    const { ready, stop } = await serveCli(['--scenario', written('now.yaml', clock), ...args])
    const [, , at] = await pingOf(ready.url)
    expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(at ?? '')).toBeLessThanOrEqual(Date.now())
    await stop()
  })

  test("seed: the file's is used if none is given, including by the environment", async () => {
    const path = written('seed.yaml', `seed: "42"\n${FROZEN}`)
    const pricesOf = async (args: string[], env = {}): Promise<string> => {
      const { ready, stop } = await serveCli(args, env)
      const text = await (await fetch(`${ready.url}/botanix/prices/tickers`)).text()
      await stop()
      return text
    }
    const pricesWith = async (seed: string): Promise<string> =>
      (await cli.run(['get', 'botanix/prices/tickers', '--at', '2026-03-01T12:00:00Z', '--seed', seed]))
        .stdout
    const [of42, of43, byFile, byFlag, byEnvironment] = await Promise.all([
      pricesWith('42'),
      pricesWith('43'),
      pricesOf(['--scenario', path]),
      pricesOf(['--scenario', path, '--seed', '43']),
      pricesOf([], { GMX_SIM_SCENARIO: path, GMX_SIM_SEED: '43' }),
    ])
    expect(of43).not.toBe(of42)
    expect([byFile, byFlag, byEnvironment]).toEqual([of42, of43, of43])
  })

  test.each([
    ['a broken file', 'rules: [{ fualt: { hang: true } }]', '1:11 unknown key "fualt": did you mean fault?'],
    ['an empty file', '', '1:1 the file is empty: write a scenario, such as rules: []'],
  ])('%s ends it with 3 before it listens', async (_name, text, problem) => {
    const path = written('broken.yaml', text)
    expect(await runCli(['serve', '--scenario', path, '--port', '0'])).toEqual({
      code: 3,
      stdout: '',
      stderr: `gmx-sim: the scenario is invalid: ${path}:${problem}; fix it there\n`,
    })
  })

  test('--watch without a scenario is wrong usage', async () => {
    expect(await cli.run(['serve', '--watch', '--port', '0'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'gmx-sim: --watch needs a scenario: none given; add --scenario <file>; write a first one with npx --no -- gmx-sim init my-outage.yaml\n',
    })
  })
})

describe('validate', () => {
  test('reports each valid file as valid', async () => {
    const nameless = written('nameless.yaml', 'rules: []')
    expect(await cli.run(['validate', OUTAGE, nameless])).toEqual({
      code: 0,
      stdout: `${OUTAGE} ok: primary-outage\n${nameless} ok\n`,
      stderr: '',
    })
  })

  test('says every problem of every file, and ends with 3', async () => {
    const bad = written('bad.yaml', 'seed: 42\nrules:\n  - fault: { status: 199 }\n')
    mkdirSync(join(folder, 'dir'))
    const missing = join(folder, 'missing.yaml')
    const { code, stdout, stderr } = await cli.run(['validate', bad, OUTAGE, join(folder, 'dir'), missing])
    expect({ code, stdout }).toEqual({ code: 3, stdout: `${OUTAGE} ok: primary-outage\n` })
    expect(stderr.split('\n')).toEqual([
      `${bad}:1:7 seed is 42: write the seed in quotes, as text`,
      `${bad}:3:22 status is 199: write a number from 200 to 599`,
      `${join(folder, 'dir')}: this is a directory: write the path of a file in it`,
      `${missing}: no such file: check the path`,
      '',
    ])
  })

  test('also reads pipes', async () => {
    const { code, stdout } = await run('bash', [
      '-c',
      'echo "rules: []" | node dist/cli/main.js validate /dev/stdin',
    ])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '/dev/stdin ok\n' })
  })
})

test('explain prints the timeline; a bad file ends it with 3', async () => {
  const { code, stdout } = await cli.run(['explain', OUTAGE])
  expect(code).toBe(0)
  expect(stdout).toContain('10s   30s  1 throttle          tickers and signed-prices of arbitrum primary\n')
  const bad = written('bad.yaml', 'seed: 42')
  expect(await cli.run(['explain', bad])).toEqual({
    code: 3,
    stdout: '',
    stderr: `gmx-sim: the scenario is invalid: ${bad}:1:7 seed is 42: write the seed in quotes, as text; fix it there\n`,
  })
})

describe('names of the library, from anywhere', () => {
  const inFolder = (...args: string[]) => run(process.execPath, [builtCli(), ...args], {}, folder)

  test('scenarios lists them', async () => {
    const { code, stdout } = await inFolder('scenarios')
    expect(code).toBe(0)
    expect(stdout).toContain("\nprimary-outage\n  Arbitrum's primary limits its rate from 10 seconds")
    for (const name of LIBRARY) expect(stdout.split('\n')).toContain(name)
  })

  test('explain and validate take them, also as a path', async () => {
    const explained = await Promise.all(
      ['blackout', 'scenarios/blackout.yaml', 'blackout.yaml'].map((name) => inFolder('explain', name)),
    )
    expect(new Set(explained.map(({ stdout }) => stdout))).toEqual(
      new Set([(await cli.run(['explain', join(ROOT, 'scenarios/blackout.yaml')])).stdout]),
    )
    expect(await inFolder('validate', 'blackout', 'flapping')).toEqual({
      code: 0,
      stdout: 'blackout ok: blackout\nflapping ok: flapping\n',
      stderr: '',
    })
  })

  test('serve takes them, and watches them', async () => {
    const { ready, stop } = await serveCli(['--scenario', 'primary-outage', '--watch', '--clock', 'frozen'])
    expect((await controlOf(ready.url).get('/scenario')).body.scenario.name).toBe('primary-outage')
    expect((await stop()).code).toBe(0)
  })

  test('a file in the working directory takes precedence', async () => {
    written('flapping', 'name: my own\nrules: []')
    expect((await inFolder('validate', 'flapping')).stdout).toBe('flapping ok: my own\n')
    rmSync(join(folder, 'flapping'))
  })

  test.each([
    ['primary-outag', 'write primary-outage, for the one in the library'],
    ['nothing-like-it', 'check the path, or write a library name (see gmx-sim scenarios)'],
  ])('%s is none', async (name, hint) => {
    const { code, stderr } = await inFolder('explain', name)
    expect([code, stderr]).toEqual([3, `gmx-sim: the scenario is invalid: ${name}: no such file; ${hint}\n`])
  })
})

test('schema prints the published schema', async () => {
  const stdout = readFileSync(join(ROOT, 'fixtures/scenario.schema.json'), 'utf8')
  expect(await cli.run(['schema'])).toEqual({ code: 0, stdout, stderr: '' })
})

test.each([
  ['without a scenario', undefined],
  ['during a scenario', 'name: Own day\nrules: [{ match: { endpoint: ping }, fault: { status: 503 } }]\n'],
])('brings back a market that was moved %s', async (_what, scenario) => {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-reproduce-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Stands in for an installed package.
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\nshift 3\nexec '${process.execPath}' '${builtCli()}' "$@"\n`)
  chmodSync(join(folder, 'npx'), 0o755)
  const first = await serveCli(['--clock', 'frozen'])
  onTestFinished(() => void first.stop())
  const { url } = first.ready
  const control = controlOf(url)
  if (scenario !== undefined) expect((await control.put('/scenario', scenario)).status).toBe(200)
  await control.post('/clock/advance', { by: '3s' })
  const crash = { asset: '*', move: '-20%', over: '10s', recover: { after: '1m', to: '-5%', over: '1m' } }
  expect((await control.post('/prices', crash)).status).toBe(200)
  await control.post('/clock/advance', { by: '20s' })
  const { script } = (await control.get('/session')).body
  const tickersAt = (url: string) => fetch(`${url}/arbitrum/prices/tickers`).then((reply) => reply.text())
  const moved = await tickersAt(url)
  expect((await first.stop()).code).toBe(0)

  const child = spawn('sh', ['-c', script], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
    detached: true,
  })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    process.kill(-(child.pid as number), 'SIGTERM')
    await exit
  })
  const [line] = await once(child.stdout, 'data')
  expect(await tickersAt(JSON.parse(String(line)).url)).toBe(moved)
})
