/** Addresses of the store: encrypted, a local socket, unusable ones; and passwords, which nobody sees. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Signed, signedIn } from '../../support/certificates.js'
import { runCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { newFolder } from '../../support/folder.js'
import { freePort } from '../../support/free-port.js'
import { commandLineOf } from '../../support/processes.js'
import { hasProgram, hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { servedReplicas } from './support.js'

const PASSWORD = 'open-sesame'

const served = servedReplicas()
const { replicas } = served
const folder = newFolder()

async function startHidden(...options: readonly string[]): Promise<void> {
  await served.startStore(...options)
  await served.store.client.config('SET', 'requirepass', PASSWORD)
}

/** `serve` exits with this code and one line that contains `says`, and not the password. */
async function refused(url: string, says: readonly string[], args: readonly string[] = [], code = 3) {
  const ended = await runCli(['serve', '--port', '0', '--store', url, ...args])
  const { stdout, stderr } = ended
  expect([ended.code, stdout, stderr.trimEnd().split('\n').length], stderr).toEqual([code, '', 1])
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
  })

  test('a certificate of an unknown signer, of another one or for another name is rejected', async () => {
    const says = (host: string) => ['the store cannot be used: ', `${host}:${tlsPort}`, '--store-ca']
    const { ca } = signedIn(folder, 'another')
    await refused(urlOf('127.0.0.1'), [...says('127.0.0.1'), 'certificate'])
    await refused(urlOf('127.0.0.1'), [...says('127.0.0.1'), 'certificate'], ['--store-ca', ca])
    await refused(urlOf('localhost'), [...says('localhost'), 'altnames'], ['--store-ca', mine.ca])
  })

  test('unreadable certificates are reported before any request', async () => {
    const [missing, none] = [join(folder, 'missing.pem'), join(folder, 'none.pem')]
    writeFileSync(none, 'no certificate\n')
    await refused(urlOf('127.0.0.1'), [`cannot be read: ${missing}: no such file`], ['--store-ca', missing])
    await refused(urlOf('127.0.0.1'), [`cannot be read: ${none} holds none`], ['--store-ca', none])
    const says = ['--store-ca requires a TLS store', 'rediss://']
    await refused(`redis://:${PASSWORD}@127.0.0.1:6379/0`, says, ['--store-ca', mine.ca])
  })
})

test.runIf(hasStore())('unix:/path: two simulators in one store know nothing of each other', async () => {
  const socket = join(folder, 'store.sock')
  await served.startStore('--unixsocket', socket)
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
  await served.startStore('--rename-command', 'FUNCTION', '')
  await refused(`redis://127.0.0.1:${served.store.port}/0`, ['unknown command', 'Redis 7'])
})

describe.runIf(hasStore())('a password', () => {
  beforeEach(() => startHidden())

  test('of a store that cannot be used is not shown, and several workers report that once', async () => {
    const { port } = served.store
    await refused(`redis://:${PASSWORD}@127.0.0.1:${await freePort()}/0`, ['ECONNREFUSED'])
    await refused(`redis://:not-${PASSWORD}@127.0.0.1:${port}/0`, ['WRONGPASS'])
    await refused(`redis://:${PASSWORD}@127.0.0.1:${port}/9999`, ['DB index'], ['--workers', '3'])
  })

  test.each([
    ['in an address that is none', `redis://:${PASSWORD}@127.0.0.1:6379/0/1`],
    ['without slashes', `me:${PASSWORD}@127.0.0.1`],
    ['that is a parameter', `redis://127.0.0.1/0?password=${PASSWORD}`],
    ['that is not encoded', `redis://:${PASSWORD}%@127.0.0.1/0`],
    ['of a path', `unix://me:${PASSWORD}@/tmp/store.sock`],
  ])('%s is not shown', (_how, url) => refused(url, ['store'], [], 2))

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
    const { code, stdout, stderr } = await stop()
    expect([code, stderr]).toEqual([0, expect.stringContaining('WRONGPASS')])
    for (const text of [JSON.stringify(replies), stdout, stderr])
      for (const secret of [PASSWORD, 'very-secret']) expect(text).not.toContain(secret)
  })
})
