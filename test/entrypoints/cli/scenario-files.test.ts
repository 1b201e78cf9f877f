/** Scenario files on the command line: validate, explain, scenarios and schema, as text and as JSON. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { logJsonSchemaText } from '../../../src/entrypoints/cli/log-events.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'
import { ROOT } from '../../support/cli.js'
import { newFolder } from '../../support/folder.js'
import { runMain } from '../../support/in-process-cli.js'
import { LIBRARY } from '../../support/library.js'

const OUTAGE = join(ROOT, 'scenarios/primary-outage.yaml')

const folder = newFolder()

function written(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test.each([
  ['a broken file', 'rules: [{ fualt: { hang: true } }]', '1:11 unknown key "fualt": did you mean fault?'],
  ['an empty file', '', '1:1 the file is empty: write a scenario, such as rules: []'],
])('%s ends serve and explain with 3', async (_name, text, problem) => {
  const path = written('broken.yaml', text)
  const ended = {
    code: 3,
    stdout: '',
    stderr: `gmx-sim: the scenario is invalid: ${path}:${problem}; fix it there\n`,
  }
  expect(await runMain(['serve', '--scenario', path, '--port', '0'])).toEqual(ended)
  expect(await runMain(['explain', path])).toEqual(ended)
})

describe('validate', () => {
  test('says every problem of every file, and ends with 3', async () => {
    const bad = written('bad.yaml', 'seed: 42\nrules:\n  - fault: { status: 199 }\n')
    mkdirSync(join(folder, 'dir'))
    const missing = join(folder, 'missing.yaml')
    const { code, stdout, stderr } = await runMain(['validate', bad, OUTAGE, join(folder, 'dir'), missing])
    expect({ code, stdout }).toEqual({ code: 3, stdout: `${OUTAGE} ok: primary-outage\n` })
    expect(stderr.split('\n')).toEqual([
      `${bad}:1:7 seed is 42: write the seed in quotes, as text`,
      `${bad}:3:22 status is 199: write a number from 200 to 599`,
      `${join(folder, 'dir')}: this is a directory: write the path of a file in it`,
      `${missing}: no such file: check the path`,
      '',
    ])
  })

  test('--json', async () => {
    const bad = written('bad.yaml', 'seed: 42\nrulse: []')
    const { code, stdout, stderr } = await runMain(['validate', 'blackout', bad, '--json'])
    expect([code, stderr]).toEqual([3, ''])
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      files: [
        { file: 'blackout', ok: true, name: 'blackout', problems: [] },
        {
          file: bad,
          ok: false,
          problems: expect.arrayContaining([
            { file: bad, line: 1, column: 7, message: 'seed is 42: write the seed in quotes, as text' },
          ]),
        },
      ],
    })
    expect((await runMain(['validate', 'blackout', '--json'])).code).toBe(0)
  })
})

describe('explain', () => {
  test('--json', async () => {
    const { code, stdout } = await runMain(['explain', 'primary-outage', '--json'])
    expect(code).toBe(0)
    const explained = JSON.parse(stdout)
    expect(explained).toMatchObject({ name: 'primary-outage', prices: {} })
    const throttle = explained.timeline.find(({ rule }: { rule?: string }) => rule === 'throttle')
    expect(throttle).toEqual({
      fromMs: 10_000,
      untilMs: 30_000,
      what: 'answers 429, Retry-After 7 s',
      rule: 'throttle',
      match: 'tickers and signed-prices of arbitrum primary',
    })
    const starts = explained.timeline.map(({ fromMs }: { fromMs: number }) => fromMs)
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
    expect(explained.timeline[0]).toMatchObject({ fromMs: 0, untilMs: null })
  })
})

describe('the library', () => {
  test('is listed, as text and as JSON', async () => {
    const { code, stdout } = await runMain(['scenarios'])
    expect(code).toBe(0)
    expect(stdout).toContain("\nprimary-outage\n  Arbitrum's primary limits its rate from 10 seconds")
    for (const name of LIBRARY) expect(stdout.split('\n')).toContain(name)
    const listed = JSON.parse((await runMain(['scenarios', '--json'])).stdout)
    expect(listed.scenarios.map(({ name }: { name: string }) => name)).toEqual([...LIBRARY])
    for (const { description } of listed.scenarios) expect(description).not.toBe('')
  })

  test('is known by name from any folder, unless that has a file of the name', async () => {
    const path = join(ROOT, 'scenarios/blackout.yaml')
    const { stdout } = await runMain(['explain', path])
    const cwd = process.cwd()
    process.chdir(folder)
    onTestFinished(() => process.chdir(cwd))
    for (const name of ['blackout', 'scenarios/blackout.yaml', 'blackout.yaml'])
      expect(await runMain(['explain', name])).toEqual({ code: 0, stdout, stderr: '' })
    written('flapping', 'name: my own\nrules: []')
    expect(await runMain(['validate', 'blackout', 'flapping'])).toEqual({
      code: 0,
      stdout: 'blackout ok: blackout\nflapping ok: my own\n',
      stderr: '',
    })
  })

  test.each([
    ['primary-outag', 'write primary-outage, for the one in the library'],
    ['nothing-like-it', 'check the path, or write a library name (see gmx-sim scenarios)'],
  ])('%s is none', async (name, hint) => {
    const stderr = `gmx-sim: the scenario is invalid: ${name}: no such file; ${hint}\n`
    for (const args of [
      ['explain', name],
      ['get', 'arbitrum/ping', '--scenario', name],
    ])
      expect(await runMain(args)).toEqual({ code: 3, stdout: '', stderr })
  })
})

test('schema prints the published schemas', async () => {
  const published = readFileSync(join(ROOT, 'fixtures/scenario.schema.json'), 'utf8')
  expect(await runMain(['schema'])).toEqual({ code: 0, stdout: published, stderr: '' })
  expect((await runMain(['schema', 'log'])).stdout).toBe(logJsonSchemaText(BUILT_IN))
})
