/** Commands that serve nothing join no store: where the environment names one that does not exist, they do the same. */
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { hostCli } from '../../support/cli.js'
import { freePort } from '../../support/free-port.js'

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
