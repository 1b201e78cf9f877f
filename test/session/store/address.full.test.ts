/** Ways to the store: encrypted, over a socket of the machine, several simulators in one; and passwords, which nobody sees. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Signed, signedIn } from '../../support/certificates.js'
import { runCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { freePort } from '../../support/free-port.js'
import { commandLineOf } from '../../support/processes.js'
import { hasProgram, hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { servedReplicas } from './support.js'

const PASSWORD = 'open-sesame'

const served = servedReplicas()
const { replicas } = served
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-address-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function startHidden(...options: readonly string[]): Promise<void> {
  await served.startStore(...options)
  await served.store.client.config('SET', 'requirepass', PASSWORD)
}

/** All connections of ours have come to `address`; one that was slow may be on its way again. */
const expectAddresses = (address: string) =>
  until(async () => {
    const clients = String(await served.store.client.client('LIST')).split('\n')
    const ours = clients.filter((line) => line.includes('name=gmx-sim'))
    expect(ours.map((line) => /laddr=(\S+)/.exec(line)?.[1])).toEqual(
      Array(2 * replicas.length).fill(address),
    )
  })

/** Ends with 3 and one line, which says so much and not the password. */
async function refused(args: readonly string[], url: string, says: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runCli(['serve', '--port', '0', ...args], { GMX_SIM_STORE: url })
  expect([code, stdout, stderr.trimEnd().split('\n').length], stderr).toEqual([3, '', 1])
  for (const words of says) expect(stderr).toContain(words)
  expect(stderr).not.toContain(PASSWORD)
}

describe.runIf(hasStore() && hasProgram('openssl', 'version'))('rediss://', () => {
  let mine: Signed
  let tlsPort: number
  beforeAll(() => {
    mine = signedIn(folder, 'mine')
  })
  beforeEach(async () => {
    tlsPort = await freePort()
    await startHidden(
      ...['--tls-port', String(tlsPort), '--tls-auth-clients', 'no'],
      ...['--tls-cert-file', mine.certificate, '--tls-key-file', mine.key, '--tls-ca-cert-file', mine.ca],
    )
  })
  const urlOf = (host: string) => `rediss://:${PASSWORD}@${host}:${tlsPort}/0`

  test('a store is used over TLS only, with a certificate of the configured CA', async () => {
    const env = { GMX_SIM_STORE: urlOf('127.0.0.1'), GMX_SIM_STORE_CA: mine.ca }
    for (let n = 0; n < 2; n++) await served.serve([], env)
    await served.control().put('/scenario', { rules: [{ fault: { status: 418 } }] })
    expect((await served.get('/scenario', 1)).rules).toHaveLength(1)
    await expectAddresses(`127.0.0.1:${tlsPort}`)
    for (const replica of replicas) expect((await replica.stop()).code).toBe(0)
  })

  test.each<[string, () => readonly [host: string, ca: string | undefined, says: string]]>([
    ['that nobody vouches for', () => ['127.0.0.1', undefined, 'certificate']],
    ['of another signer', () => ['127.0.0.1', signedIn(folder, 'another').ca, 'certificate']],
    ['for another name', () => ['localhost', mine.ca, 'altnames']],
  ])('a store with a certificate %s is not used', async (_how, given) => {
    const [host, ca, says] = given()
    const named = ['the store cannot be used: ', `${host}:${tlsPort}`, says, '--store-ca']
    await refused(ca === undefined ? [] : ['--store-ca', ca], urlOf(host), named)
  })

  test('unreadable certificates are reported before any request', async () => {
    const missing = join(folder, 'missing.pem')
    await refused(['--store-ca', missing], urlOf('127.0.0.1'), [`cannot be read: ${missing}: ENOENT`])
    const none = join(folder, 'none.pem')
    writeFileSync(none, 'no certificate\n')
    await refused(['--store-ca', none], urlOf('127.0.0.1'), [`cannot be read: ${none} holds none`])
    const plain = `redis://:${PASSWORD}@127.0.0.1:${served.store.port}/0`
    await refused(['--store-ca', mine.ca], plain, ['--store-ca requires a TLS store', 'rediss://'])
  })
})

describe.runIf(hasStore())('unix:/path', () => {
  test('two simulators in one store know nothing of each other', async () => {
    const socket = join(folder, 'store.sock')
    await served.startStore('--unixsocket', socket)
    const prefixes = ['one', 'two']
    for (const [n, prefix] of prefixes.entries()) {
      await served.serve(['--store', `unix:${socket}`, '--store-prefix', prefix, '--clock', 'frozen'])
      expect((await served.control(n).post('/sessions', { id: 'same', seed: `${n}` })).status).toBe(201)
    }
    await served.control().put('/scenario', { rules: [{ fault: { status: 418 } }] })
    const get = (path: string) => Promise.all(replicas.map(({ ready }) => fetch(`${ready.url}${path}`)))
    const [ours, theirs] = await get('/s/same/arbitrum/prices/tickers')
    expect(await ours.text()).not.toBe(await theirs.text())
    expect((await get('/arbitrum/ping')).map(({ status }) => status)).toEqual([418, 200])
    expect((await served.control().delete('/sessions/same')).status).toBe(200)
    for (const n of prefixes.keys()) {
      const of = (path: string) => served.get(path, n)
      expect((await of('/sessions')).sessions).toHaveLength(n)
      expect((await of('/scenario')).rules).toHaveLength(1 - n)
      expect((await of('/journal')).entries).toHaveLength(1)
      const { instanceId } = replicas[n].ready
      expect((await of('/replicas')).replicas).toEqual([expect.objectContaining({ instanceId })])
    }
    const keys = await served.store.client.keys('*')
    expect(keys.filter((key) => !/^\{(one|two)[/}]/.test(key))).toEqual([])
    // Nobody came another way.
    await expectAddresses(`${socket}:0`)
  })
})

describe.runIf(hasStore())('a password', () => {
  beforeEach(() => startHidden())

  test.each([
    ['that is wrong', (port: number) => `redis://:hidden-word@127.0.0.1:${port}/0`],
    ['in an address that is none', (port: number) => `redis://:hidden-word@127.0.0.1:${port}/0/1`],
    ['without slashes', () => 'me:hidden-word@127.0.0.1'],
    ['that is a parameter', () => 'redis://127.0.0.1/0?password=hidden-word'],
    ['that is not encoded', () => 'redis://:hidden-word%@127.0.0.1/0'],
    ['of a path', () => 'unix://me:hidden-word@/tmp/store.sock'],
  ])('%s is not shown', async (_how, urlOf) => {
    const args = ['serve', '--port', '0', '--store', urlOf(served.store.port)]
    const { code, stdout, stderr } = await runCli(args)
    expect([2, 3]).toContain(code)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout + stderr).not.toContain('hidden-word')
  })

  test('that is typed is shown by no list of processes, nor anywhere else while all goes wrong', async () => {
    const url = `redis://default:${PASSWORD}@127.0.0.1:${served.store.port}/0`
    const args = ['--store', url, '--log-level', 'debug', '--control-token', 'very-secret']
    const { pid, ready, stop } = await served.serve(args)
    expect(commandLineOf(pid)).toContain(`--store redis://***@127.0.0.1:${served.store.port}/0 `)
    const control = controlOf(ready.url)
    const bearer = { authorization: 'Bearer very-secret' }
    const replies = []
    for (const path of ['/replicas', '/session']) replies.push(await served.control().get(path, bearer))
    await served.store.client.config('SET', 'requirepass', 'another')
    await served.store.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await until(async () => expect((await control.get('/ready')).status).toBe(503))
    replies.push(await control.get('/replicas', bearer))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 503])
    const { stdout, stderr } = await stop()
    expect(stderr).toContain('WRONGPASS')
    for (const text of [JSON.stringify(replies), stdout, stderr])
      for (const secret of [PASSWORD, 'very-secret']) expect(text).not.toContain(secret)
  })
})
