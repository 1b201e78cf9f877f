/** A server that npm started ends with npm, also where npm ends while the server is still starting. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { listen } from '../../../src/server/http/server.js'
import { builtCli, ROOT } from '../../support/cli.js'
import { isRunning } from '../../support/processes.js'
import { until } from '../../support/until.js'

const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A shell as npm has it, with a server that reads its scenario from a pipe: it goes on when that has been written. */
const SHELL = 'node "$0" serve --port 0 --scenario /dev/fd/3 3< "$1" > /dev/null & echo $!; read -r _'
/** More than a pipe holds: it is written when somebody has begun to read. */
const COMMENT = `# ${'x'.repeat(100_000)}\n`

test.each([
  ['exec', true],
  ['start', true],
  ['run', false],
])('npm_command=%s: it ends: %s', async (command, ends) => {
  const pipe = join(folder, command)
  execFileSync('mkfifo', [pipe])
  const shell = spawn('sh', ['-c', SHELL, builtCli(), pipe], {
    env: { ...process.env, npm_command: command },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(shell.stdout, 'data')) as [Buffer]
  const server = Number(line.toString())
  try {
    const scenario = await open(pipe, 'w')
    await scenario.writeFile(COMMENT)
    shell.kill('SIGKILL')
    await once(shell, 'exit')
    await scenario.writeFile('rules: [{ fault: { status: 503 } }]')
    await scenario.close()
    if (ends) await until(() => expect(isRunning(server)).toBe(false))
    else {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      expect(isRunning(server)).toBe(true)
    }
  } finally {
    if (isRunning(server)) process.kill(server, 'SIGKILL')
  }
})

test('npm start: ended by SIGTERM, it ends the server, and the port is free again', async () => {
  builtCli()
  const npm = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  const ready = await readyLineOf(npm.stdout)
  const port = Number(new URL(ready.url).port)
  expect((await fetch(`${ready.url}/arbitrum/ping`)).status).toBe(200)
  npm.kill('SIGTERM')
  await ended
  const again = await until(() => listen((_, response) => void response.end(), '127.0.0.1', port))
  await again.close()
})

/** The first line that is JSON: npm prints what it runs. */
async function readyLineOf(stdout: NodeJS.ReadableStream): Promise<{ readonly url: string }> {
  for await (const line of createInterface(stdout)) if (line.startsWith('{')) return JSON.parse(line)
  throw new Error('npm start ended without a ready line')
}
