/** Servers whose readers go away, or whose disk is full: losing a log ends none. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { builtCli } from '../../support/cli.js'
import { newFolder } from '../../support/folder.js'
import { until } from '../../support/until.js'

const GOOD_RULE = 'rules: [{ fault: { status: 503 } }]'

const folder = newFolder()

type Stdio = 'pipe' | number

function serve(stdio: readonly [stdout: Stdio, stderr: Stdio], args: readonly string[] = []) {
  const child = spawn(process.execPath, [builtCli(), 'serve', '--port', '0', ...args], {
    stdio: ['ignore', ...stdio],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  return (await closed)[0]
}

/** Address of a server whose ready line cannot be read: its listening socket, as the system lists it. */
function urlOf({ pid }: ChildProcess): string {
  const files = readdirSync(`/proc/${pid}/fd`).map((file) => readlinkSync(`/proc/${pid}/fd/${file}`))
  const isListening = '0A'
  const rows = readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
  const own = rows.find((row) => row[3] === isListening && files.includes(`socket:[${row[9]}]`))
  if (own === undefined) throw new Error('it does not listen yet')
  return `http://127.0.0.1:${Number.parseInt(own[1].split(':')[1], 16)}`
}

const isServing = (child: ChildProcess, status = 200) =>
  until(async () => expect((await fetch(`${urlOf(child)}/arbitrum/ping`)).status).toBe(status))

function written(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('readers of stdout and stderr that leave before the ready line', async () => {
  const child = serve(['pipe', 'pipe'], ['--log-level', 'info'])
  child.stdout?.destroy()
  child.stderr?.destroy()
  await isServing(child)
  expect(await exitCodeOf(child)).toBe(0)
})

test('a full disk for stdout and stderr', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const scenario = written('full.yaml', 'rules: []')
  const child = serve([full, full], ['--scenario', scenario, '--watch', '--log-level', 'debug'])
  await isServing(child)
  writeFileSync(scenario, GOOD_RULE)
  await isServing(child, 503)
  expect(await exitCodeOf(child)).toBe(0)
})

test('a full disk for what a command prints: one sentence and an exit code', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const child = spawn(process.execPath, [builtCli(), 'scenarios'], { stdio: ['ignore', full, 'pipe'] })
  const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')])
  expect([code, stderr]).toEqual([2, 'gmx-sim: nothing can be printed: the disk is full; free some space\n'])
})

test('a problem of the watched scenario is no command of a CI system', async () => {
  const scenario = written('watched.yaml', 'rules: []')
  const child = serve(['pipe', 'pipe'], ['--scenario', scenario, '--watch'])
  await isServing(child)
  let reported = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    reported += text
  })
  writeFileSync(scenario, 'prices: { ETH: { candles: "a\\n::error::b.csv" } }')
  await until(() => expect(reported).toContain('?:error::b.csv:1:1 no such file'))
  expect(reported).toContain('cannot reload')
  expect(reported).not.toMatch(/^\s*::/m)
})
