/** Programs with the live hosts in their source, run unchanged. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtCli, ROOT, runCli } from '../../support/cli.js'
import { newFolder } from '../../support/folder.js'
import { installed } from '../../support/installed.js'
import { wish } from '../../support/needs.js'
import { isRunning } from '../../support/processes.js'

const URL_OF_PING = 'https://arbitrum-api.gmxinfra.io/ping'
const folder = newFolder()

/** Runs a command whose temporary folder is of its own. */
const run = (...args: readonly string[]) => runCli(['run', ...args], { TMPDIR: folder, NODE_NO_WARNINGS: '' })
const leftOvers = () => readdirSync(folder).filter((name) => name.startsWith('gmx-sim-intercept-'))

const answered = (count: number | 'no', dialect = 'observed') =>
  `gmx-sim: answered ${count} request${count === 'no' ? '' : 's'} to the live hosts in the ${dialect} dialect\n`

/** Path of a program that was written to the folder. */
function program(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** Whether a program is there and runs. */
function has(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const CLIENT = `
import http from 'node:http'
import https from 'node:https'
const show = (name, reply) => console.log(name, reply.status ?? reply.statusCode)
const ask = ({ get }, url, options = {}) =>
  new Promise((resolve, reject) => get(url, options, (reply) => resolve(reply.resume())).on('error', reject))
show('fetch', await fetch('${URL_OF_PING}'))
show('https', await ask(https, '${URL_OF_PING}', { agent: new https.Agent() }))
show('http', await ask(http, '${URL_OF_PING.replace('https', 'http')}', { agent: new http.Agent() }))
for (const host of ['arbitrum-api.gmxinfra.io.', 'goerli.gmxapi.io'])
  show('fetch', await fetch('https://' + host + '/ping'))
for (const host of ['Arbitrum-API.gmxinfra.io.', 'goerli.gmxapi.io'])
  show('https', await ask(https, 'https://' + host + '/ping'))
// A program that resolved the name itself.
const options = { servername: 'goerli.gmxapi.io', headers: { host: 'goerli.gmxapi.io' }, agent: new https.Agent() }
show('resolved', await ask(https, 'https://192.0.2.1/ping', options))
`

const FAILING_CLIENT = `
import https from 'node:https'
for (const base of ['api', 'api-fallback']) {
  const url = '${URL_OF_PING}'.replace('api', base)
  await fetch(url).catch(({ cause }) => console.log('fetch', cause.code))
  await new Promise((resolve) => https.get(url).on('error', ({ code }) => resolve(console.log('https', code))))
}
console.log('second fallback', (await fetch('${URL_OF_PING.replace('api.gmxinfra', 'api-fallback.gmxinfra2')}')).status)
`

describe.skipIf(!installed('node-versions'))('Node', () => {
  const nodeOf = (name: string) => `${ROOT}/test/installs/node-versions/node_modules/${name}/bin/node`

  test.each(['node20', 'node26'])(
    '%s: fetch, https and http are answered, also in other spellings; unknown hosts of GMX are refused',
    async (name) => {
      expect(await run('--', nodeOf(name), program('client.mjs', CLIENT))).toEqual({
        code: 0,
        stdout: 'fetch 200\nhttps 200\nhttp 200\nfetch 200\nfetch 403\nhttps 200\nhttps 403\nresolved 403\n',
        stderr: `${answered(5)}gmx-sim: refused goerli.gmxapi.io, 3 times: no catalogue has this host of GMX, and the live service is never contacted; npx --no -- gmx-sim catalogue lists the known hosts, a catalogue file can add this one\n`,
      })
    },
  )

  // Node 22 has a proxy of its own for `fetch`, which shows neither.
  test.each(['node20', 'node26'])('%s sees failed connections as live', async (name) => {
    const rules = [
      { match: { base: 'primary' }, fault: { dns: 'notFound' } },
      { match: { base: 'fallback' }, fault: { refuse: true } },
    ]
    const scenario = program('fault.yaml', JSON.stringify({ rules }))
    const args = ['--scenario', scenario, '--control-token', 'only-for-tests']
    const { stdout } = await run(...args, '--', nodeOf(name), program('failing.mjs', FAILING_CLIENT))
    expect(stdout).toBe(
      'fetch ENOTFOUND\nhttps ENOTFOUND\nfetch ECONNREFUSED\nhttps ECONNREFUSED\nsecond fallback 200\n',
    )
  })
})

describe('the command', () => {
  test('has the exit code of the program, and leaves nothing behind', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    // Variables for certificates that name no file are ignored.
    const env = { TMPDIR: folder, SSL_CERT_FILE: folder, REQUESTS_CA_BUNDLE: pipe, NODE_NO_WARNINGS: '' }
    const script = 'test -f "$NODE_EXTRA_CA_CERTS" && test -f "$SSL_CERT_FILE" && exit 7'
    expect(await runCli(['run', '--', 'sh', '-c', script], env)).toEqual({
      code: 7,
      stdout: '',
      stderr: answered('no'),
    })
    expect(leftOvers()).toEqual([])
  })

  test.skipIf(!wish(has('openssl', 'version'), 'openssl is not installed', 'apt-get install openssl'))(
    'gives an authority that a strict verifier accepts, whose key is in no file',
    async () => {
      const script = `cd "$(dirname "$NODE_EXTRA_CA_CERTS")" &&
        openssl verify -x509_strict -CAfile ca.pem ca.pem && ! grep -l "PRIVATE KEY" *`
      expect(await run('--', 'sh', '-c', script)).toMatchObject({ code: 0, stdout: 'ca.pem: OK\n' })
    },
  )

  test.each([
    ['SIGTERM', 9],
    ['SIGINT', 130],
  ] as const)('%s reaches the program, and nothing is left', async (signal, code) => {
    const script =
      "process.on('SIGTERM', () => process.exit(9)); console.log(process.pid); setInterval(() => {}, 1000)"
    const args = [builtCli(), 'run', '--', process.execPath, '-e', script]
    const child = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: folder } })
    const ended = once(child, 'exit')
    const [line] = await once(child.stdout, 'data')
    const [name] = leftOvers()
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700)
    child.kill(signal)
    expect((await ended)[0]).toBe(code)
    expect([isRunning(Number(line)), leftOvers()]).toEqual([false, []])
  })
})

test('--set names addresses as the program reads them, and arguments may have placeholders', async () => {
  const path = program('named.mjs', 'console.log(process.env.PRICE_API, process.argv[2])')
  const { code, stdout } = await run('--set', 'PRICE_API={arbitrum}/x', '--', process.execPath, path, '{url}')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^(http:\S+):\d+\/x \1:\d+\n$/)
})
