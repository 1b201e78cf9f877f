/** `--json` of the commands that read scenarios. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hostCli } from '../../support/cli.js'
import { LIBRARY } from '../../support/library.js'

const cli = hostCli()
const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-json-'))
afterAll(() => {
  cli.stop()
  rmSync(folder, { recursive: true })
})

test('scenarios --json', async () => {
  const { code, stdout } = await cli.run(['scenarios', '--json'])
  expect(code).toBe(0)
  const { scenarios } = JSON.parse(stdout) as { scenarios: { name: string; description: string }[] }
  expect(scenarios.map(({ name }) => name)).toEqual([...LIBRARY])
  for (const { description } of scenarios) expect(description).not.toBe('')
})

test('validate --json', async () => {
  const bad = join(folder, 'bad.yaml')
  writeFileSync(bad, 'seed: 42\nrulse: []')
  const { code, stdout, stderr } = await cli.run(['validate', 'blackout', bad, '--json'])
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
  expect((await cli.run(['validate', 'blackout', '--json'])).code).toBe(0)
})

test('explain --json', async () => {
  const { code, stdout } = await cli.run(['explain', 'primary-outage', '--json'])
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
