/** Commands that serve nothing join no store: where the environment names one that does not exist, they do the same. */
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { hostCli, runCli } from '../../support/cli.js'
import { freePort } from '../../support/free-port.js'
import { shortRehearsals } from '../../support/rehearsing.js'

const { at, node } = shortRehearsals()

const missingStore = async () => ({
  GMX_SIM_STORE: `redis://127.0.0.1:${await freePort()}/0`,
  GMX_SIM_STORE_PREFIX: 'theirs',
})

test('get, validate, catalogue and compare', async () => {
  const sim = await startSimulator({ clock: { mode: 'real' } })
  const cli = hostCli()
  onTestFinished(async () => {
    cli.stop()
    await sim.stop()
  })
  for (const [args, says] of [
    [['get', 'arbitrum/prices/tickers', '--seed', '7'], 'tokenSymbol'],
    [['validate', 'primary-down'], 'primary-down'],
    [['catalogue'], 'arbitrum'],
    [['compare', sim.baseUrl('botanix'), '--rate', '100'], 'no difference'],
  ] as const) {
    const { code, stdout, stderr } = await cli.run(args, await missingStore())
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining(says)])
  }
})

test('rehearse starts its own server', async () => {
  const phases = ['--warm-up', '1s', '--cool-down', '1s']
  const client = node(
    `setInterval(() => fetch(process.env.GMX_SIM_URL + '/arbitrum/ping').catch(() => {}), 100)`,
  )
  const { code, stdout } = await runCli(
    ['rehearse', at('short.yaml'), ...phases, ...client],
    await missingStore(),
  )
  expect(stdout).toContain('survives')
  expect([0, 5]).toContain(code)
})
