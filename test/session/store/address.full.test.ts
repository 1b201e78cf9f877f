/** Addresses of the store: encrypted, a local socket, unusable ones; and passwords, which nobody sees. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { UserError } from '../../../src/kit/errors.js'
import { startServer } from '../../../src/server/simulator.js'
import { signedIn } from '../../support/certificates.js'
import { runCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { freePort } from '../../support/free-port.js'
import { commandLineOf } from '../../support/processes.js'
import { hasProgram, hasStore, startStore } from '../../support/redis.js'
import { settingsFor, type Typed } from '../../support/settings.js'
import { until } from '../../support/until.js'
import { servedReplicas, storeOfFile } from './support.js'

const PASSWORD = 'open-sesame'

const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-address-'))
afterAll(() => rmSync(folder, { recursive: true }))
const socket = join(folder, 'store.sock')
const store = storeOfFile('--unixsocket', socket)
const served = servedReplicas(store)
const { replicas } = served
afterEach(served.kill)

/** A simulator over that store is refused with this exit code and a message that contains `says`, and not the password. */
async function refused(store: string, says: readonly string[], more: Typed = {}, code = 3) {
  const start = async () => startServer(settingsFor({ store, ...more }))
  const error = await start().then(
    () => undefined,
    (error: UserError) => error,
  )
  expect(error?.exitCode, store).toBe(code)
  for (const words of says) expect(error?.message).toContain(words)
  expect(error?.message).not.toContain(PASSWORD)
}

describe.runIf(hasStore() && hasProgram('openssl', 'version'))('rediss://', () => {
  let mine: ReturnType<typeof signedIn>
  let tlsPort: number
  beforeAll(async () => {
    mine = signedIn(folder, 'mine')
    tlsPort = await freePort()
    const { client } = store()
    await client.config('SET', 'tls-auth-clients', 'no')
    await client.call(
      ...(['CONFIG', 'SET', 'tls-cert-file', mine.certificate, 'tls-key-file', mine.key] as const),
      ...['tls-ca-cert-file', mine.ca, 'tls-port', String(tlsPort)],
    )
    await client.config('SET', 'requirepass', PASSWORD)
  })
  afterAll(() => store().client.config('SET', 'requirepass', ''))
  const urlOf = (host: string) => `rediss://:${PASSWORD}@${host}:${tlsPort}/0`

  test('a store is used over TLS only, with a certificate of the configured CA', async () => {
    await served.serve([], { GMX_SIM_STORE: urlOf('127.0.0.1'), GMX_SIM_STORE_CA: mine.ca })
    await served.control().put('/scenario', { rules: [{ fault: { status: 418 } }] })
    expect((await served.get('/scenario')).rules).toHaveLength(1)
  })

  test('a certificate of an unknown signer, of another one or for another name is rejected', async () => {
    const says = (host: string) => ['the store cannot be used: ', `${host}:${tlsPort}`, '--store-ca']
    const { ca } = signedIn(folder, 'another')
    await refused(urlOf('127.0.0.1'), [...says('127.0.0.1'), 'certificate'])
    await refused(urlOf('127.0.0.1'), [...says('127.0.0.1'), 'certificate'], { storeCa: ca })
    await refused(urlOf('localhost'), [...says('localhost'), 'altnames'], { storeCa: mine.ca })
  })

  test('unreadable certificates are reported before any request', async () => {
    const [missing, none] = [join(folder, 'missing.pem'), join(folder, 'none.pem')]
    writeFileSync(none, 'no certificate\n')
    const url = urlOf('127.0.0.1')
    await refused(url, [`cannot be read: ${missing}: no such file`], { storeCa: missing })
    await refused(url, [`cannot be read: ${none} holds none`], { storeCa: none })
    const says = ['--store-ca requires a TLS store', 'rediss://']
    await refused(`redis://:${PASSWORD}@127.0.0.1:6379/0`, says, { storeCa: mine.ca })
  })
})

test.runIf(hasStore())('unix:/path: two simulators in one store know nothing of each other', async () => {
  for (const [n, prefix] of ['one', 'two'].entries()) {
    const own = ['--store-prefix', prefix, '--seed', prefix]
    await served.serve(['--store', `unix:${socket}`, '--clock', 'frozen', ...own])
    expect((await served.control(n).post('/sessions', { id: 'same', seed: `${n}` })).status).toBe(201)
  }
  await served.control().put('/scenario', { rules: [{ fault: { status: 418 } }] })
  const get = (path: string) => Promise.all(replicas.map(({ ready }) => fetch(`${ready.url}${path}`)))
  const [ours, theirs] = await get('/s/same/arbitrum/prices/tickers')
  expect(await ours.text()).not.toBe(await theirs.text())
  expect((await get('/arbitrum/ping')).map(({ status }) => status)).toEqual([418, 200])
  expect((await served.control().delete('/sessions/same')).status).toBe(200)
  for (const n of replicas.keys()) {
    const of = (path: string) => served.get(path, n)
    expect((await of('/sessions')).sessions).toHaveLength(n)
    expect((await of('/scenario')).rules).toHaveLength(1 - n)
    expect((await of('/journal')).entries).toHaveLength(1)
    const { instanceId } = replicas[n].ready
    expect((await of('/replicas')).replicas).toEqual([expect.objectContaining({ instanceId })])
  }
})

test.runIf(hasStore())('a store without functions is rejected with the version to use', async () => {
  const old = await startStore('--rename-command', 'FUNCTION', '')
  await refused(old.url, ['unknown command', 'Redis 7']).finally(old.stop)
})

describe.runIf(hasStore())('a password', () => {
  beforeAll(() => store().client.config('SET', 'requirepass', PASSWORD))
  const urlWith = (password: string, db = 0) => `redis://:${password}@127.0.0.1:${store().port}/${db}`

  test('of a store that cannot be used is not shown, and several workers report that once', async () => {
    await refused(`redis://:${PASSWORD}@127.0.0.1:${await freePort()}/0`, ['ECONNREFUSED'])
    await refused(urlWith(`not-${PASSWORD}`), ['WRONGPASS'])
    const args = ['serve', '--port', '0', '--store', urlWith(PASSWORD, 9999), '--workers', '2']
    const { code, stdout, stderr } = await runCli(args)
    expect([code, stdout, stderr.trimEnd().split('\n').length], stderr).toEqual([3, '', 1])
    expect(stderr).toContain('DB index')
    expect(stderr).not.toContain(PASSWORD)
  })

  test.each([
    ['in an address that is none', `redis://:${PASSWORD}@127.0.0.1:6379/0/1`],
    ['without slashes', `me:${PASSWORD}@127.0.0.1`],
    ['that is a parameter', `redis://127.0.0.1/0?password=${PASSWORD}`],
    ['that is not encoded', `redis://:${PASSWORD}%@127.0.0.1/0`],
    ['of a path', `unix://me:${PASSWORD}@/tmp/store.sock`],
  ])('%s is not shown', (_how, url) => refused(url, ['store'], {}, 2))

  test('that is typed is shown by no list of processes, nor anywhere else while all goes wrong', async () => {
    const { port, client } = store()
    const url = `redis://default:${PASSWORD}@127.0.0.1:${port}/0`
    const args = ['--store', url, '--log-level', 'debug', '--control-token', 'very-secret']
    const { pid, ready, stop } = await served.serve(args)
    expect(commandLineOf(pid)).toContain(`--store redis://***@127.0.0.1:${port}/0 `)
    const control = controlOf(ready.url)
    const bearer = { authorization: 'Bearer very-secret' }
    const replies = []
    for (const path of ['/replicas', '/session']) replies.push(await served.control().get(path, bearer))
    await client.config('SET', 'requirepass', 'another')
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await until(async () => expect((await control.get('/ready')).status).toBe(503))
    replies.push(await control.get('/replicas', bearer))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 503])
    const { code, stdout, stderr } = await stop()
    expect([code, stderr]).toEqual([0, expect.stringContaining('WRONGPASS')])
    for (const text of [JSON.stringify(replies), stdout, stderr])
      for (const secret of [PASSWORD, 'very-secret']) expect(text).not.toContain(secret)
  })
})
