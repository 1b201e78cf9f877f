/** Commands that serve nothing share nothing: a store that the environment names is not even asked. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { type Ended, runCli } from '../../support/cli.js'

const CLIENT = `
for (;;) {
  await fetch(process.env.GMX_SIM_URL + '/arbitrum/ping').then((reply) => reply.text(), () => {})
  await new Promise((resolve) => setTimeout(resolve, 100))
}
`
let folder: string
let store: Server
let url: string
const connections: Socket[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-commands-'))
  writeFileSync(join(folder, 'down.yaml'), 'rules: [{ when: { until: 1s }, fault: { status: 503 } }]\n')
  store = createServer((socket) => void connections.push(socket)).listen(0, '127.0.0.1')
  await new Promise((resolve) => store.once('listening', resolve))
  const address = store.address()
  url = `redis://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/0`
})
afterAll(() => {
  for (const socket of connections) socket.destroy()
  store.close()
  rmSync(folder, { recursive: true })
})

const both = async (args: readonly string[]): Promise<Ended[]> =>
  Promise.all([runCli(args), runCli(args, { GMX_SIM_STORE: url, GMX_SIM_STORE_PREFIX: 'theirs' })])

test.each([
  ['get', ['get', 'arbitrum/prices/tickers', '--seed', '7']],
  ['validate', ['validate', 'primary-down']],
  ['catalogue', ['catalogue']],
])('%s', async (_name, args) => {
  const [plain, shared] = await both(args)
  expect(shared).toEqual(plain)
  expect([plain.code, plain.stdout.length > 0]).toEqual([0, true])
  expect(connections).toEqual([])
})

test('compare', async () => {
  const sim = await startSimulator({ clock: { mode: 'real' } })
  const { code, stdout } = await runCli(['compare', sim.baseUrl('botanix'), '--rate', '100'], {
    GMX_SIM_STORE: url,
  })
  await sim.stop()
  expect([code, stdout]).toEqual([0, expect.stringContaining('no difference')])
  expect(connections).toEqual([])
})

test('rehearse starts its own server', async () => {
  const args = ['rehearse', join(folder, 'down.yaml'), '--warm-up', '1s', '--cool-down', '1s']
  const { code, stdout } = await runCli(
    [...args, '--logs', folder, '--', process.execPath, '--input-type=module', '-e', CLIENT],
    { GMX_SIM_STORE: url },
  )
  expect(stdout).toContain('survives')
  expect([0, 5]).toContain(code)
  expect(connections).toEqual([])
})
