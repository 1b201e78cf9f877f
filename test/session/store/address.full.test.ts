/** Ways to the store: encrypted, over a socket of the machine, several simulators in one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { type Signed, signedIn } from '../../support/certificates.js'
import { runCli, type Served, serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { freePort } from '../../support/free-port.js'
import { commandLineOf } from '../../support/processes.js'
import { hasProgram, hasStore, startStore, type TestStore } from '../../support/redis.js'
import { startReplica } from '../../support/replicas.js'
import { until } from '../../support/until.js'
import { patiently } from './support.js'

const PASSWORD = 'open-sesame'

/** By which each connection of ours has come; one that was slow may be on its way again. */
async function addresses(): Promise<(string | undefined)[]> {
  const clients = String(await store.client.client('LIST')).split('\n')
  const ours = clients.filter((line) => line.includes('name=gmx-sim'))
  return ours.map((line) => /laddr=(\S+)/.exec(line)?.[1])
}

let store: TestStore
let folder: string
const newFolder = () => mkdtempSync(join(tmpdir(), 'gmx-sim-address-'))

describe.runIf(hasStore() && hasProgram('openssl', 'version'))('rediss://', () => {
  let mine: Signed
  let tlsPort: number
  let replicas: Served[] = []
  beforeAll(async () => {
    folder = newFolder()
    mine = signedIn(folder, 'mine')
    tlsPort = await freePort()
    store = await startStore(
      ...['--tls-port', String(tlsPort), '--tls-auth-clients', 'no'],
      ...['--tls-cert-file', mine.certificate, '--tls-key-file', mine.key, '--tls-ca-cert-file', mine.ca],
    )
    await store.client.config('SET', 'requirepass', PASSWORD)
  })
  afterEach(async () => {
    await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
    replicas = []
  })
  afterAll(async () => {
    await store.stop()
    rmSync(folder, { recursive: true })
  })
  const urlOf = (host: string) => `rediss://:${PASSWORD}@${host}:${tlsPort}/0`

  test('a store is used over TLS only, with a certificate of the configured CA', async () => {
    const env = { GMX_SIM_STORE: urlOf('127.0.0.1'), GMX_SIM_STORE_CA: mine.ca }
    replicas = [await serveCli([], env), await serveCli([], env)]
    const [one, other] = replicas.map(({ ready }) => controlOf(ready.url))
    await patiently(() => one.put('/scenario', { rules: [{ fault: { status: 418 } }] }))
    expect((await patiently(() => other.get('/scenario'))).body.rules).toHaveLength(1)
    await until(async () => expect(await addresses()).toEqual(Array(4).fill(`127.0.0.1:${tlsPort}`)))
    for (const replica of replicas) expect((await replica.stop()).code).toBe(0)
  })

  test.each<[string, () => { url: string; ca?: string | undefined; says: readonly string[] }]>([
    ['that nobody vouches for', () => ({ url: urlOf('127.0.0.1'), says: ['certificate', '--store-ca'] })],
    [
      'of another signer',
      () => ({
        url: urlOf('127.0.0.1'),
        ca: signedIn(folder, 'another').ca,
        says: ['certificate', '--store-ca'],
      }),
    ],
    [
      'for another name',
      () => ({ url: urlOf('localhost'), ca: mine.ca, says: ['localhost', 'altnames', '--store-ca'] }),
    ],
  ])('a store with a certificate %s is not used', async (_how, given) => {
    const { url, ca, says } = given()
    const args = ca === undefined ? [] : ['--store-ca', ca]
    await refused(args, url, ['the store cannot be used: ', String(tlsPort), ...says])
  })

  test('unreadable certificates are reported before any request', async () => {
    const missing = join(folder, 'missing.pem')
    await refused(['--store-ca', missing], urlOf('127.0.0.1'), [`cannot be read: ${missing}: ENOENT`])
    const none = join(folder, 'none.pem')
    writeFileSync(none, 'no certificate\n')
    await refused(['--store-ca', none], urlOf('127.0.0.1'), [`cannot be read: ${none} holds none`])
    const plain = `redis://:${PASSWORD}@127.0.0.1:${store.port}/0`
    await refused(['--store-ca', mine.ca], plain, ['--store-ca requires a TLS store', 'rediss://'])
  })
})

/** Ends with 3 and one line, which says so much and not the password. */
async function refused(args: readonly string[], url: string, says: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runCli(['serve', '--port', '0', ...args], { GMX_SIM_STORE: url })
  expect([code, stdout, stderr.trimEnd().split('\n').length], stderr).toEqual([3, '', 1])
  for (const words of says) expect(stderr).toContain(words)
  expect(stderr).not.toContain(PASSWORD)
}

describe.runIf(hasStore())('unix:/path', () => {
  let simulators: RunningSimulator[] = []
  afterEach(async () => {
    await Promise.all(simulators.map((simulator) => simulator.stop()))
    simulators = []
    await store.stop()
    rmSync(folder, { recursive: true })
  })

  test('two simulators in one store know nothing of each other', async () => {
    folder = newFolder()
    const socket = join(folder, 'store.sock')
    store = await startStore('--unixsocket', socket)
    for (const storePrefix of ['one', 'one', 'two', 'two'])
      simulators.push(await startReplica({ store: `unix:${socket}`, storePrefix }))
    const [one, alsoOne, two, alsoTwo] = simulators.map(({ url }) => controlOf(url))
    for (const [control, seed] of [
      [one, '1'],
      [two, '2'],
    ] as const)
      expect((await control.post('/sessions', { id: 'same', seed })).status).toBe(201)
    await one.put('/scenario', { rules: [{ when: { calls: '1..2' }, fault: { status: 503 } }] })
    const texts = await Promise.all(
      simulators.map(async ({ url }) => (await fetch(`${url}/s/same/arbitrum/prices/tickers`)).text()),
    )
    expect(texts[1]).toBe(texts[0])
    expect(texts[3]).toBe(texts[2])
    expect(texts[2]).not.toBe(texts[0])
    const statuses: number[] = []
    for (const { url } of simulators) statuses.push((await fetch(`${url}/arbitrum/ping`)).status)
    expect(statuses).toEqual([503, 503, 200, 200])
    await one.delete('/sessions/same')
    const seen = await Promise.all(
      [one, alsoOne, two, alsoTwo].map(async (control) => ({
        sessions: (await control.get('/sessions')).body.sessions.map(({ seed }: { seed: string }) => seed),
        rules: (await control.get('/scenario')).body.rules.length,
        journal: (await control.get('/journal')).body.entries.length,
        replicas: (await control.get('/replicas')).body.replicas
          .map(({ instanceId }: { instanceId: string }) => instanceId)
          .sort(),
      })),
    )
    const idsOf = (some: readonly RunningSimulator[]) => some.map(({ instanceId }) => instanceId).sort()
    const ofOne = { sessions: [], rules: 1, journal: 2, replicas: idsOf(simulators.slice(0, 2)) }
    const ofTwo = { sessions: ['2'], rules: 0, journal: 2, replicas: idsOf(simulators.slice(2)) }
    expect(seen).toEqual([ofOne, ofOne, ofTwo, ofTwo])
    const keys = await store.client.keys('*')
    expect(keys.filter((key) => !/^\{(one|two)[/}]/.test(key))).toEqual([])
    // Nobody came another way.
    await until(async () => expect(await addresses()).toEqual(Array(8).fill(`${socket}:0`)))
  })
})

describe.runIf(hasStore())('a password', () => {
  let served: Served | undefined
  afterEach(async () => {
    await served?.stop('SIGKILL')
    served = undefined
    await store.stop()
  })

  test.each([
    ['that is wrong', (port: number) => `redis://:hidden-word@127.0.0.1:${port}/0`],
    ['in an address that is none', (port: number) => `redis://:hidden-word@127.0.0.1:${port}/0/1`],
    ['without slashes', () => 'me:hidden-word@127.0.0.1'],
    ['that is a parameter', () => 'redis://127.0.0.1/0?password=hidden-word'],
    ['that is not encoded', () => 'redis://:hidden-word%@127.0.0.1/0'],
    ['of a path', () => 'unix://me:hidden-word@/tmp/store.sock'],
  ])('%s is not shown', async (_how, urlOf) => {
    store = await startStore()
    await store.client.config('SET', 'requirepass', PASSWORD)
    const { code, stdout, stderr } = await runCli(['serve', '--port', '0', '--store', urlOf(store.port)])
    expect([2, 3]).toContain(code)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout + stderr).not.toContain('hidden-word')
  })

  test('that is typed is shown by no list of processes, nor anywhere else while all goes wrong', async () => {
    store = await startStore()
    await store.client.config('SET', 'requirepass', PASSWORD)
    const url = `redis://default:${PASSWORD}@127.0.0.1:${store.port}/0`
    served = await serveCli(['--store', url, '--log-level', 'debug', '--control-token', 'very-secret'])
    expect(commandLineOf(served.pid)).toContain(`--store redis://***@127.0.0.1:${store.port}/0 `)
    const { ready } = served
    const bearer = { authorization: 'Bearer very-secret' }
    const replies = [
      await patiently(() => controlOf(ready.url).get('/replicas', bearer)),
      await patiently(() => controlOf(ready.url).get('/session', bearer)),
    ]
    await store.client.config('SET', 'requirepass', 'another')
    await store.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await until(async () => expect((await fetch(`${ready.url}/__sim/v1/ready`)).status).toBe(503))
    replies.push(await controlOf(ready.url).get('/replicas', bearer))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 503])
    const { stdout, stderr } = await served.stop()
    expect(stderr).toContain('WRONGPASS')
    for (const text of [JSON.stringify(replies), stdout, stderr])
      for (const secret of [PASSWORD, 'very-secret']) expect(text).not.toContain(secret)
  })
})
