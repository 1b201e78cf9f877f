/** Servers whose readers go away, or whose disk is full: losing a log ends none. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtCli, type Environment } from '../../support/cli.js'
import { freePort } from '../../support/free-port.js'
import { until } from '../../support/until.js'

const BAD_RULE = 'rules: [{ fault: { status: 1 } }]'
const GOOD_RULE = 'rules: [{ fault: { status: 503 } }]'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-output-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Stdio = 'pipe' | number

/** Serves with such streams, has `act` look at it, and tells how it ends by SIGTERM. */
async function serving(
  stdio: readonly [stdout: Stdio, stderr: Stdio],
  args: readonly string[],
  act: (url: string, child: ReturnType<typeof spawn>) => Promise<void>,
  env: Environment = {},
): Promise<number | null> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [builtCli(), 'serve', '--port', port, ...args], {
    stdio: ['ignore', ...stdio],
    env: { ...process.env, ...env },
  })
  const ended = once(child, 'close')
  try {
    await act(`http://127.0.0.1:${port}`, child)
  } finally {
    child.kill('SIGTERM')
  }
  const [code] = await ended
  return code
}

const isServing = (url: string, status = 200) =>
  until(async () => expect((await fetch(`${url}/arbitrum/ping`)).status).toBe(status))

test('a reader of stdout that leaves before the ready line', async () => {
  const code = await serving(['pipe', 'pipe'], [], async (url, child) => {
    child.stdout?.destroy()
    await isServing(url)
  })
  expect(code).toBe(0)
})

test('a reader of stdout that leaves after the ready line', async () => {
  const code = await serving(['pipe', 'pipe'], [], async (url, child) => {
    await once(child.stdout as NodeJS.EventEmitter, 'data')
    child.stdout?.destroy()
    await isServing(url)
  })
  expect(code).toBe(0)
})

test('a full disk behind stdout and stderr', async () => {
  const full = openSync('/dev/full', 'w')
  const scenario = join(folder, 'full.yaml')
  writeFileSync(scenario, 'rules: []')
  try {
    const code = await serving(
      [full, full],
      ['--scenario', scenario, '--watch', '--log-level', 'debug'],
      async (url) => {
        await isServing(url)
        writeFileSync(scenario, GOOD_RULE)
        await isServing(url, 503)
      },
    )
    expect(code).toBe(0)
  } finally {
    closeSync(full)
  }
})

test('a reader of stderr that leaves, while the scenario is watched', async () => {
  const scenario = join(folder, 'watched.yaml')
  writeFileSync(scenario, 'rules: []')
  const code = await serving(['pipe', 'pipe'], ['--scenario', scenario, '--watch'], async (url, child) => {
    await isServing(url)
    let told = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      told += text
    })
    writeFileSync(scenario, BAD_RULE)
    await until(() => expect(told).toContain('cannot reload'))
    child.stderr?.destroy()
    for (const [text, status] of [
      [GOOD_RULE, 503],
      ['rules: []', 200],
      [GOOD_RULE, 503],
    ] as const) {
      writeFileSync(scenario, text)
      await isServing(url, status)
    }
  })
  expect(code).toBe(0)
})
