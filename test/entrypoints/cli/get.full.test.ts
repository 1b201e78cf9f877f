/** Output of `gmx-sim get` where a server would send an error. */
import { afterAll, expect, test } from 'vitest'
import { builtCli, hostCli, run } from '../../support/cli.js'
import { startTestSimulator } from '../../support/simulator.js'

const cli = hostCli()
afterAll(() => cli.stop())

test('the 400 that a server would send, and exit code 2', async () => {
  const address = 'arbitrum/prices/candles?tokenSymbol=NOPE&period=2m'
  const simulator = await startTestSimulator()
  try {
    const reply = await fetch(`${simulator.url}/${address}`)
    expect(reply.status).toBe(400)
    const { code, stdout, stderr } = await cli.run(['get', address])
    expect({ code, stdout }).toEqual({ code: 2, stdout: await reply.text() })
    expect(stderr).toMatch(
      /^gmx-sim: the reply would be 400: tokenSymbol .+; period .+; correct the query\n$/,
    )
  } finally {
    await simulator.stop()
  }
})

test('in one file with the reply, the message has a line to itself', async () => {
  const { stdout } = await run('sh', ['-c', `node "${builtCli()}" get arbitrum/prices/candles 2>&1`])
  expect(stdout).toMatch(/"\]}\ngmx-sim: the reply would be 400: /)
})

test.each(['2150', '2150-01-01', '1989-12-31T23:59:59Z', '4102444801'])(
  '--at %s is no instant with prices',
  async (at) => {
    const { code, stdout, stderr } = await cli.run(['get', 'arbitrum/ping', '--at', at])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('write an instant from 1990 to 2100')
  },
)

test.each(['http://127.0.0.1:9999/arbitrum/ping', 'https://arbitrum-api.gmxinfra.io/ping'])(
  'of %s it says that nothing was sent',
  async (address) => {
    const { code, stderr } = await cli.run(['get', address])
    expect([code, stderr]).toEqual([
      0,
      `gmx-sim: simulated in this process: nothing was sent to ${new URL(address).host}\n`,
    ])
  },
)
