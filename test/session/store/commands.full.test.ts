/** Commands that serve nothing share nothing: a store that the environment names is not even asked. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { runCli } from '../../support/cli.js'

const CLIENT = `
for (;;) {
  await fetch(process.env.GMX_SIM_URL + '/arbitrum/ping').then((reply) => reply.text(), () => {})
  await new Promise((resolve) => setTimeout(resolve, 100))
}
`
let folder: string
let store: Server
let env: Record<string, string>
const connections: Socket[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-commands-'))
  writeFileSync(join(folder, 'down.yaml'), 'rules: [{ when: { until: 1s }, fault: { status: 503 } }]\n')
  store = createServer((socket) => void connections.push(socket)).listen(0, '127.0.0.1')
  await new Promise((resolve) => store.once('listening', resolve))
  const address = store.address()
  const port = typeof address === 'object' ? address?.port : ''
  env = { GMX_SIM_STORE: `redis://127.0.0.1:${port}/0`, GMX_SIM_STORE_PREFIX: 'theirs' }
})
afterEach(() => expect(connections).toEqual([]))
afterAll(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['get', ['get', 'arbitrum/prices/tickers', '--seed', '7']],
  ['validate', ['validate', 'primary-down']],
  ['catalogue', ['catalogue']],
])('%s', async (_name, args) => {
  const [plain, shared] = await Promise.all([runCli(args), runCli(args, env)])
  expect(shared).toEqual(plain)
  expect([plain.code, plain.stdout.length > 0]).toEqual([0, true])
})

test('compare', async () => {
  const sim = await startSimulator({ clock: { mode: 'real' } })
  const { code, stdout } = await runCli(['compare', sim.baseUrl('botanix'), '--rate', '100'], env)
  await sim.stop()
  expect([code, stdout]).toEqual([0, expect.stringContaining('no difference')])
})

test('rehearse starts its own server', async () => {
  const args = [
    'rehearse',
    join(folder, 'down.yaml'),
    '--warm-up',
    '1s',
    '--cool-down',
    '1s',
    '--logs',
    folder,
  ]
  const client = [process.execPath, '--input-type=module', '-e', CLIENT]
  const { code, stdout } = await runCli([...args, '--', ...client], env)
  expect(stdout).toContain('survives')
  expect([0, 5]).toContain(code)
})
