/** `serve --watch`: the scenario file changes while the server runs, or is written by a control call. */
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { watchScenario } from '../../../src/entrypoints/cli/scenario-watcher.js'
import { createSimulator } from '../../../src/server/simulator.js'
import { controlOf } from '../../support/control.js'
import { newFolder } from '../../support/folder.js'
import { PATIENCE_MS } from '../../support/patience.js'
import { settingsFor, startAlone } from '../../support/simulator.js'

let folder: string
let path: string
beforeEach(() => {
  folder = newFolder()
  path = join(folder, 'scenario.yaml')
})

const named = (name: string) => `name: ${name}\nrules: [{ when: { times: 1 }, fault: { status: 501 } }]`
const candleOf = (open: number) => `time,open,high,low,close\n2020-01-01,${open},1240,1230,1235\n`
const CANDLES = 'prices: { ETH: { candles: eth.csv, period: 1d, startsAt: 0s } }\n'

/** In one step: a poll between emptying a file and writing it would report it as invalid. */
function replace(file: string, text: string): void {
  writeFileSync(join(folder, 'next'), text)
  renameSync(join(folder, 'next'), file)
}

/** Lets the time of polls pass until `check` holds. */
const until = (check: () => void) =>
  vi.waitFor(
    () => {
      vi.advanceTimersByTime(50)
      check()
    },
    { timeout: PATIENCE_MS, interval: 2 },
  )

/** Watches the file, which is called `first`; the clock is given by options. */
async function watching(text = named('first')) {
  writeFileSync(path, text)
  const settings = settingsFor({ scenario: path })
  const { session, sessions } = await createSimulator(settings)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let reports = ''
  const stop = watchScenario({
    ...{ path, text, session, state: sessions.state, overrides: settings.given },
    report: (lines) => {
      reports += lines
    },
    onBug: (error) => {
      reports += String(error)
    },
  })
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
  })
  return {
    session,
    reports: () => reports,
    reported: (words: string) => until(() => expect(reports).toContain(words)),
    named: (name: string) => until(() => expect(session.scenario?.scenario.name).toBe(name)),
  }
}

test('a file that is overwritten, or replaced by rename, is reloaded every time', async () => {
  const { named: isNamed, reports } = await watching()
  writeFileSync(path, named('second'))
  await isNamed('second')
  await until(() => expect(reports()).toBe(`gmx-sim: reloaded ${path}\n`))
  for (const name of ['third', 'fourth']) {
    replace(path, named(name))
    await isNamed(name)
  }
})

test('the target of a link is watched', async () => {
  const target = join(folder, 'target.yaml')
  writeFileSync(target, '')
  symlinkSync(target, path)
  const { named: isNamed } = await watching()
  writeFileSync(target, named('second'))
  await isNamed('second')
})

test('an invalid file is reported and the last valid scenario stays, until it is fixed', async () => {
  const { session, named: isNamed, reported, reports } = await watching()
  replace(path, 'rules: [{ fualt: { hang: true } }]\nseed: 1')
  await reported('seed is 1')
  expect(reports()).toBe(
    `gmx-sim: cannot reload ${path}: the last valid scenario stays active\n` +
      `${path}:1:11 unknown key "fualt": did you mean fault?\n` +
      `${path}:2:7 seed is 1: write the seed in quotes, as text\n`,
  )
  expect(session.scenario?.scenario.name).toBe('first')
  writeFileSync(path, named('second'))
  await isNamed('second')
})

test.each([
  ['invalid', () => replace(path, 'seed: 1')],
  ['missing', () => rmSync(path)],
])('a file that is %s, then restored, does not restart the scenario', async (_, spoil) => {
  const { session, reported, reports } = await watching()
  const run = session.scenario
  spoil()
  await reported(`gmx-sim: cannot reload ${path}`)
  replace(path, named('first'))
  await reported(`gmx-sim: ${path} is valid again and unchanged: the active scenario continues\n`)
  expect(session.scenario).toBe(run)
  expect(reports()).not.toContain('reloaded')
})

test('changed candles are reloaded; invalid ones are reported, and so is their repair', async () => {
  const csv = join(folder, 'eth.csv')
  writeFileSync(csv, candleOf(1234))
  const { session, reported } = await watching(CANDLES)
  const first = session.scenario
  replace(csv, candleOf(1232))
  await reported(`gmx-sim: reloaded ${path}: its recorded candles changed\n`)
  const second = session.scenario
  expect(second).not.toBe(first)
  replace(csv, candleOf(1250))
  await reported(
    `gmx-sim: cannot reload ${path}: the last valid scenario stays active\n${csv}:2:12 the open "1250" is not between`,
  )
  replace(csv, candleOf(1232))
  await reported(`${path} is valid again and unchanged: the active scenario continues\n`)
  expect(session.scenario).toBe(second)
})

describe('control calls', () => {
  /** A server with `--watch`. */
  async function served(text: string) {
    writeFileSync(path, text)
    const simulator = await startAlone({ scenario: path, watch: 'true' })
    onTestFinished(() => simulator.stop())
    return controlOf(simulator.url)
  }

  test('a file that cannot be written is no bug: 409 says why, and file calls go on', async () => {
    const control = await served(named('first'))
    const put = async () => {
      const { status, body } = await control.put('/scenario/file', named('second'))
      return [status, body.error]
    }
    const refusal = (reason: string, hint: string) => [
      409,
      { code: 'unwritable-file', message: `${path} cannot be written: ${reason}`, hint },
    ]
    unlinkSync(path)
    execFileSync('mkfifo', [path])
    // More than Node has threads for file calls.
    for (const reply of await Promise.all(Array.from({ length: 9 }, put)))
      expect(reply).toEqual(refusal('this is not a file', 'write the path of a file'))
    unlinkSync(path)
    mkdirSync(path)
    expect(await put()).toEqual(refusal('this is a directory', 'write the path of a file in it'))
    rmdirSync(path)
    expect(await put()).toEqual([200, undefined])
    expect(readFileSync(path, 'utf8')).toBe(named('second'))
  })

  test('check, save and load a text that names candle files', async () => {
    writeFileSync(join(folder, 'eth.csv'), candleOf(1234))
    const control = await served(CANDLES)
    const changed = `name: changed\n${CANDLES}`
    expect((await control.post('/scenario/check?file=true', changed)).body.problems).toEqual([])
    const missing = changed.replace('eth.csv', 'none.csv')
    const message = `${join(folder, 'none.csv')}:1:1 no such file`
    expect((await control.put('/scenario/file', missing)).body.error.message).toContain(message)
    expect(readFileSync(path, 'utf8')).toBe(CANDLES)
    expect((await control.put('/scenario?file=true', changed)).body.scenario).toMatchObject({
      name: 'changed',
    })
    expect((await control.put('/scenario/file', changed)).body).toEqual({ path })
    expect(readFileSync(path, 'utf8')).toBe(changed)
  })
})
