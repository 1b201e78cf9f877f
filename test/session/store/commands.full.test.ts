/** Commands that serve nothing join no store: where the environment names one that does not exist, they do the same. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { runCli } from '../../support/cli.js'
import { freePort } from '../../support/free-port.js'

const CLIENT = `
for (;;) {
  await fetch(process.env.GMX_SIM_URL + '/arbitrum/ping').then((reply) => reply.text(), () => {})
  await new Promise((resolve) => setTimeout(resolve, 100))
}
`
const runWithStore = async (args: readonly string[]) =>
  runCli(args, { GMX_SIM_STORE: `redis://127.0.0.1:${await freePort()}/0`, GMX_SIM_STORE_PREFIX: 'theirs' })

test('serve needs its store', async () => {
  const { code, stderr } = await runWithStore(['serve', '--port', '0'])
  expect([code, stderr]).toEqual([3, expect.stringContaining('ECONNREFUSED')])
})

test.each([
  ['get', ['get', 'arbitrum/prices/tickers', '--seed', '7']],
  ['validate', ['validate', 'primary-down']],
  ['catalogue', ['catalogue']],
])('%s', async (_name, args) => {
  const [plain, shared] = await Promise.all([runCli(args), runWithStore(args)])
  expect(shared).toEqual(plain)
  expect([plain.code, plain.stdout.length > 0]).toEqual([0, true])
})

test('compare', async () => {
  const sim = await startSimulator({ clock: { mode: 'real' } })
  onTestFinished(() => sim.stop())
  const { code, stdout } = await runWithStore(['compare', sim.baseUrl('botanix'), '--rate', '100'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('no difference')])
})

test('rehearse starts its own server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-commands-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const down = join(folder, 'down.yaml')
  writeFileSync(down, 'rules: [{ when: { until: 1s }, fault: { status: 503 } }]\n')
  const phases = ['--warm-up', '1s', '--cool-down', '1s', '--logs', folder]
  const client = [process.execPath, '--input-type=module', '-e', CLIENT]
  const { code, stdout } = await runWithStore(['rehearse', down, ...phases, '--', ...client])
  expect(stdout).toContain('survives')
  expect([0, 5]).toContain(code)
})
