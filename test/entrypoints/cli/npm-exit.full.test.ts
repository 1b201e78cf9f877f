/** A server that npm started ends with npm, also where npm ends while the server is still starting. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtCli } from '../../support/cli.js'
import { newFolder } from '../../support/folder.js'
import { isRunning } from '../../support/processes.js'
import { until } from '../../support/until.js'

/** A shell as npm has it, with a server that reads its scenario from a pipe: it goes on when that has been written. */
const SHELL = 'node "$0" serve --port 0 --scenario /dev/fd/3 3< "$1" > /dev/null & echo $!; read -r _'
/** More than a pipe holds: it is written when somebody has begun to read. */
const COMMENT = `# ${'x'.repeat(100_000)}\n`

test('npm exec is killed while the server starts', async () => {
  const folder = newFolder()
  const pipe = join(folder, 'scenario')
  execFileSync('mkfifo', [pipe])
  const shell = spawn('sh', ['-c', SHELL, builtCli(), pipe], {
    env: { ...process.env, npm_command: 'exec' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(shell.stdout, 'data')) as [Buffer]
  const server = Number(line.toString())
  onTestFinished(() => {
    if (isRunning(server)) process.kill(server, 'SIGKILL')
  })
  const scenario = await open(pipe, 'w')
  await scenario.writeFile(COMMENT)
  shell.kill('SIGKILL')
  await once(shell, 'exit')
  await scenario.writeFile('rules: [{ fault: { status: 503 } }]')
  await scenario.close()
  await until(() => expect(isRunning(server)).toBe(false))
})
