/** `npm start`, as a person types it. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { listen } from '../../../src/server/http/server.js'
import { builtCli, ROOT } from '../../support/cli.js'
import { until } from '../../support/until.js'

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
