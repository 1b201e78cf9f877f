/** Commands that serve nothing join no store: where the environment names one that does not exist, they do the same. */
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { runCli } from '../../support/cli.js'
import { freePort } from '../../support/free-port.js'
import { shortRehearsals } from '../../support/rehearsing.js'

const { at, node } = shortRehearsals()

const runWithStore = async (args: readonly string[]) =>
  runCli(args, { GMX_SIM_STORE: `redis://127.0.0.1:${await freePort()}/0`, GMX_SIM_STORE_PREFIX: 'theirs' })

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
  const phases = ['--warm-up', '1s', '--cool-down', '1s']
  const client = node(
    `setInterval(() => fetch(process.env.GMX_SIM_URL + '/arbitrum/ping').catch(() => {}), 100)`,
  )
  const { code, stdout } = await runWithStore(['rehearse', at('short.yaml'), ...phases, ...client])
  expect(stdout).toContain('survives')
  expect([0, 5]).toContain(code)
})
