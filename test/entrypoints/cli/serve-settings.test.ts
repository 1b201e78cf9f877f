/** Settings of a server by its command line, environment and scenario, and the defaults of commands that answer as the live hosts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addServe } from '../../../src/entrypoints/cli/serve-command.js'
import type { Settings } from '../../../src/server/config/resolve.js'
import { createSimulator } from '../../../src/server/simulator.js'
import { newFolder } from '../../support/folder.js'

const folder = newFolder()

async function served(...args: readonly string[]): Promise<Settings> {
  const all: Settings[] = []
  const main = new Command()
  addServe(main, async (settings) => void all.push(settings))
  await main.parseAsync(args, { from: 'user' })
  return all[0]
}

/** The session of a server with a scenario of its own. */
async function sessionOf(scenario: string, ...args: readonly string[]) {
  const path = join(folder, 'scenario.yaml')
  writeFileSync(path, scenario)
  return (await createSimulator(await served('serve', '--scenario', path, ...args))).session
}

const FROZEN = 'clock: { mode: frozen, at: 2026-03-01T12:00:00Z }'

test.each([
  ['that of the file where none is given', FROZEN, [], '2026-03-01T12:00:00.000Z'],
  ['--at wins over the file', FROZEN, ['--at', '2026-06-01'], '2026-06-01T00:00:00.000Z'],
  ['--clock leaves the file its start', FROZEN, ['--clock', 'frozen'], '2026-03-01T12:00:00.000Z'],
  ['of a frozen file that of --clock frozen', 'clock: { mode: frozen }', [], '2026-01-01T00:00:00.000Z'],
])('the instant: %s', async (_name, clock, args, at) => {
  const session = await sessionOf(clock, ...args)
  expect(new Date(session.nowMs()).toISOString()).toBe(at)
})

test.each([
  ['--at now wins over the file', FROZEN, ['--at', 'now']],
  ['a file may say now itself', 'clock: { mode: frozen, at: now }', []],
])('the instant: %s', async (_name, clock, args) => {
  const before = Date.now()
  const nowMs = (await sessionOf(clock, ...args)).nowMs()
  expect(nowMs).toBeGreaterThanOrEqual(before)
  expect(nowMs).toBeLessThanOrEqual(Date.now())
})

test('the seed of the file is used if none is given', async () => {
  expect((await sessionOf('seed: "42"')).seed).toBe('42')
  expect((await sessionOf('seed: "42"', '--seed', '43')).seed).toBe('43')
})

test('serve: the observed dialect with --intercept, unless another one is given', async () => {
  expect((await served('serve')).dialect).toBe('documented')
  const intercepting = await served('serve', '--intercept')
  expect([intercepting.dialect, intercepting.given.has('dialect')]).toEqual(['observed', false])
  expect((await served('serve', '--intercept', '--dialect', 'documented')).dialect).toBe('documented')
})
