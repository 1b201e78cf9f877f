/** The script that reproduces a session, run in a shell. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtCli, serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'

test.each([
  ['without a scenario', undefined],
  ['during a scenario', 'name: Own day\nrules: [{ match: { endpoint: ping }, fault: { status: 503 } }]\n'],
])('brings back a market that was moved %s', async (_what, scenario) => {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-reproduce-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Stands in for an installed package.
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\nshift 3\nexec '${process.execPath}' '${builtCli()}' "$@"\n`)
  chmodSync(join(folder, 'npx'), 0o755)
  const first = await serveCli(['--clock', 'frozen'])
  onTestFinished(() => void first.stop())
  const { url } = first.ready
  const control = controlOf(url)
  if (scenario !== undefined) expect((await control.put('/scenario', scenario)).status).toBe(200)
  await control.post('/clock/advance', { by: '3s' })
  const crash = { asset: '*', move: '-20%', over: '10s', recover: { after: '1m', to: '-5%', over: '1m' } }
  expect((await control.post('/prices', crash)).status).toBe(200)
  await control.post('/clock/advance', { by: '20s' })
  const { script } = (await control.get('/session')).body
  const tickersAt = (url: string) => fetch(`${url}/arbitrum/prices/tickers`).then((reply) => reply.text())
  const moved = await tickersAt(url)
  expect((await first.stop()).code).toBe(0)

  const child = spawn('sh', ['-c', script], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
    detached: true,
  })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    process.kill(-(child.pid as number), 'SIGTERM')
    await exit
  })
  const [line] = await once(child.stdout, 'data')
  expect(await tickersAt(JSON.parse(String(line)).url)).toBe(moved)
})
