/** The command line that shows the same as a session: run as it is written, it does. */

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import request from 'supertest'
import { expect, onTestFinished, test } from 'vitest'
import { moveOn } from '../../../src/entrypoints/cli/move-on.js'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { parseDuration } from '../../../src/kit/text/duration.js'
import { readSettings } from '../../../src/server/config/resolve.js'
import { flagOf, OPTIONS, type OptionName } from '../../../src/server/config/schema.js'
import { scriptOf } from '../../../src/server/control/reproduction.js'
import { createSimulator, type RunningSimulator, type SimulatorCore } from '../../../src/server/simulator.js'
import { controlOf } from '../../support/control.js'
import { newFolder } from '../../support/folder.js'
import { startTestSimulator, type Typed } from '../../support/simulator.js'

const folder = newFolder()

/** The settings that a shell and the command line make of it. */
function settingsOf(command: string) {
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' }).split('\n')
  expect(words.slice(0, 5)).toEqual(['npx', '--no', '--', 'gmx-sim', 'serve'])
  const typed: Record<string, string> = {}
  for (let at = 5; at < words.length - 1; at++) {
    if (words[at] === '--after') {
      typed['after'] = words[++at]
      continue
    }
    const name = Object.keys(OPTIONS).find((name) => flagOf(name as OptionName) === words[at]) as OptionName
    typed[name] = 'argument' in OPTIONS[name] ? words[++at] : 'true'
  }
  if (typed['scenario']?.endsWith('.yaml')) typed['scenario'] = join(folder, typed['scenario'])
  const { after, ...options } = typed
  return { settings: readSettings(options, {}), afterMs: after === undefined ? 0 : parseDuration(after) }
}

const replyOf = async (app: SimulatorCore['app'], path: string) => {
  const { status, text } = await request(app).get(path).buffer()
  return [status, text]
}

const start = async (typed: Typed): Promise<RunningSimulator> => {
  const simulator = await startTestSimulator(typed)
  onTestFinished(() => simulator.stop())
  return simulator
}

test.each<[string, Typed, string | undefined]>([
  [
    'a seed and a format',
    { seed: "it's $HOME; `x`", priceFormat: 'compacted', cache: 'off', extraTokens: '3' },
    undefined,
  ],
  ['a scenario of the library', { seed: 'a b' }, 'stablecoin-depeg'],
  [
    'one of its own, whose words on seed and dialect count',
    {},
    'name: Ünsere "Probe"\nseed: "99"\ndialect: observed\nrules:\n  - { match: { endpoint: ping }, fault: { status: 503 } }\n',
  ],
  [
    'options that override the scenario, even with default values',
    { seed: 'gmx-sim', dialect: 'documented' },
    'seed: "7"\ndialect: observed\nrules: []\n',
  ],
  ['one given as an object', {}, '{"events": [{"asset": "ETH", "at": "0s", "move": "-10%"}]}'],
])('%s', async (_what, typed, scenario) => {
  const simulator = await start(typed)
  const control = controlOf(simulator.url)
  if (scenario !== undefined) expect((await control.put('/scenario', scenario)).status).toBe(200)
  await control.post('/clock/advance', { by: '90s' })
  await expectSameAgain(simulator)
})

/** Runs the command and the test of a session, and compares replies. */
async function expectSameAgain(simulator: RunningSimulator): Promise<void> {
  const { command, files, test: source } = (await controlOf(simulator.url).get('/session')).body
  for (const { name, text } of files) writeFileSync(join(folder, name), text)
  const { settings, afterMs } = settingsOf(command)
  const again = await createSimulator(settings, (error) => {
    throw error
  })
  moveOn(again.session, afterMs)
  expect(again.session.nowMs()).toBe(simulator.session.nowMs())
  const candles = '/arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=10'
  for (const path of ['/arbitrum/prices/tickers', '/arbitrum/ping', '/botanix/signed_prices/latest', candles])
    expect(await replyOf(again.app, path), path).toEqual(await replyOf(simulator.app, path))
  const [, given] = /startSimulator\((.*?\n {2}\})\)\n/s.exec(source) as RegExpExecArray
  await using sim = await startSimulator(runInNewContext(`(${given})`))
  const [, advance] = /sim\.advance\('(.*?)'\)/.exec(source) ?? []
  if (advance !== undefined) await sim.advance(advance as `${number}s`)
  const reply = await sim.fetch('/arbitrum/prices/tickers')
  expect([reply.status, await reply.text()]).toEqual(await replyOf(simulator.app, '/arbitrum/prices/tickers'))
}

test.each([
  ['without a scenario', undefined],
  ['during a scenario of the library', 'stablecoin-depeg'],
  ['during one with moves of its own', 'events: [{ asset: ETH, at: 0s, move: +5% }] # kept\nseed: "7"\n'],
  [
    'during one with moves of an anchor',
    'x-fall: &fall [{ asset: ETH, at: 0s, move: +5% }]\nevents: *fall\n',
  ],
  [
    'during one with moves of a merge key',
    'x-all: &all { events: [{ asset: ETH, at: 0s, move: +5% }] }\n<<: *all\n',
  ],
])('moves of the market %s', async (_what, scenario) => {
  const simulator = await start({})
  const control = controlOf(simulator.url)
  await control.post('/clock/advance', { by: '1234ms' })
  if (scenario !== undefined) expect((await control.put('/scenario', scenario)).status).toBe(200)
  await control.post('/clock/advance', { by: '5s' })
  const recover = { after: '30s', to: '-12.5%', over: '1m' }
  for (const move of [
    { asset: '*', move: '-20%', over: '10s', recover },
    { asset: 'ETH', price: '1500.25' },
  ]) {
    expect((await control.post('/prices', move)).status).toBe(200)
    await control.post('/clock/advance', { by: '65s' })
  }
  const { notes, script, test } = (await control.get('/session')).body
  expect(notes).toEqual([])
  expect(script).not.toContain('$schema')
  expect(test).toContain('1500.25')
  await expectSameAgain(simulator)
})

test('the script writes its files; the test compiles to the same scenario, seed and instant', async () => {
  const odd = '# `odd` $' + "{quotes} \\ it's"
  const text = `name: own\nseed: "9"\n${odd}\nrules: [{ fault: { status: 503 } }]`
  const simulator = await start({ priceFormat: 'compacted' })
  const control = controlOf(simulator.url)
  expect((await control.put('/scenario', text)).status).toBe(200)
  await control.post('/clock/advance', { by: '90s' })
  const { script, test: source, command } = (await control.get('/session')).body
  // The last line is the command itself.
  execFileSync('sh', ['-c', script.replace(command, ':')], { cwd: folder })
  expect(readFileSync(join(folder, 'own.yaml'), 'utf8')).toBe(`${text}\n`)
  const ends = 'rules: []\nEOF\nEOF_\n'
  execFileSync('sh', ['-c', scriptOf(':', [{ name: "it's.yaml", text: ends }])], { cwd: folder })
  expect(readFileSync(join(folder, "it's.yaml"), 'utf8')).toBe(ends)
  const [, given] = /startSimulator\((.*?\n {2}\})\)\n/s.exec(source) as RegExpExecArray
  expect(runInNewContext(`(${given})`)).toEqual({
    seed: '9',
    dialect: 'documented',
    clock: { mode: 'frozen', at: '2026-03-01T12:00:07.450Z' },
    priceFormat: 'compacted',
    scenario: text,
  })
  expect(source).toContain("test('own', async () => {")
  expect(source).toContain("await sim.advance('90s')")
})

test('never prints a key, but reports a missing one', async () => {
  const signerKey = `0x${'1'.repeat(64)}`
  const simulator = await start({ signerKey })
  const { body } = await controlOf(simulator.url).get('/session')
  expect(JSON.stringify(body)).not.toContain(signerKey)
  expect(body.notes).toEqual(['prices are signed with your own key: add --signer-key'])
})
