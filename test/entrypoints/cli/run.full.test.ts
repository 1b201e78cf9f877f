/** Programs with the live hosts in their source, run unchanged. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtCli, ROOT, runCli } from '../../support/cli.js'
import { installed } from '../../support/installed.js'
import { wish } from '../../support/needs.js'
import { isRunning } from '../../support/processes.js'

const URL_OF_PING = 'https://arbitrum-api.gmxinfra.io/ping'
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-run-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

const NODE_CLIENT = `
import http from 'node:http'
import https from 'node:https'
const show = async (name, reply) => console.log(name, reply.status ?? reply.statusCode)
await show('fetch', await fetch('${URL_OF_PING}'))
for (const [name, { get, Agent }, url] of [['https', https, '${URL_OF_PING}'], ['http', http, '${URL_OF_PING.replace('https', 'http')}']])
  await new Promise((resolve, reject) =>
    get(url, { agent: new Agent() }, (reply) => show(name, reply.resume()).then(resolve)).on('error', reject))
`

const SPELLED_CLIENT = `
import https from 'node:https'
const ask = (url, options = {}) =>
  new Promise((resolve, reject) => https.get(url, options, (reply) => resolve(reply.resume())).on('error', reject))
for (const host of ['arbitrum-api.gmxinfra.io.', 'goerli.gmxapi.io'])
  console.log('fetch', (await fetch('https://' + host + '/ping')).status)
for (const host of ['Arbitrum-API.gmxinfra.io.', 'goerli.gmxapi.io'])
  console.log('https', (await ask('https://' + host + '/ping')).statusCode)
// A program that resolved the name itself.
const options = { servername: 'goerli.gmxapi.io', headers: { host: 'goerli.gmxapi.io' }, agent: new https.Agent() }
console.log('resolved', (await ask('https://192.0.2.1/ping', options)).statusCode)
`

const FAILING_CLIENT = `
import https from 'node:https'
await fetch('${URL_OF_PING}').catch(({ cause }) => console.log('fetch', cause.code))
await new Promise((resolve) => https.get('${URL_OF_PING}').on('error', ({ code }) => resolve(console.log('https', code))))
console.log('fallback', (await fetch('${URL_OF_PING.replace('api', 'api-fallback')}')).status)
`

const PING_ONCE = `console.log((await fetch('${URL_OF_PING}')).status)`

/** Leaves the command few descriptors, and opens more tunnels than they suffice for. */
const CROWD = `
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
const { port } = JSON.parse(process.env.GMX_SIM_INTERCEPT)
const other = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
await new Promise((resolve) => other.once('listening', resolve))
const limit = readdirSync('/proc/' + process.ppid + '/fd').length + 5
execFileSync('prlimit', ['--pid', process.ppid, '--nofile=' + limit + ':' + limit])
const to = '127.0.0.1:' + other.address().port
const open = () => new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1').on('error', () => {}).once('close', resolve)
  socket.once('data', (head) => resolve(String(head).slice(9, 12)))
  socket.write('CONNECT ' + to + ' HTTP/1.1\\r\\nHost: ' + to + '\\r\\n\\r\\n')
  sockets.push(socket)
})
const sockets = []
const replies = await Promise.all(Array.from({ length: 30 }, open))
console.log(replies.find((reply) => reply === '502'))
for (const socket of sockets) socket.destroy()
while (readdirSync('/proc/' + process.ppid + '/fd').length > limit - 4) await new Promise((resolve) => setTimeout(resolve, 20))
console.log((await fetch('${URL_OF_PING}')).status)
process.exit(7)
`

describe('--after', () => {
  const scenario = () => {
    const down = { match: { base: 'primary' }, when: { after: '30s' }, fault: { status: 503 } }
    return program('down.yaml', JSON.stringify({ rules: [down] }))
  }

  test.each([
    [[], '200\n'],
    [['--after', '30s'], '503\n'],
  ])('%j: a short program meets the incident at that time', async (after, stdout) => {
    const { code, ...ended } = await run(
      ...['--scenario', scenario(), ...after, '--', process.execPath],
      program('once.mjs', PING_ONCE),
    )
    expect([code, ended.stdout]).toEqual([0, stdout])
  })

  test.each([
    ['3', '--after cannot be read: "3"; write a number and its unit, such as 250ms, 10s, 5m, 2h or 1d'],
    ['99999999d', 'the clock cannot go beyond 2100: --after is too long; write a shorter duration'],
  ])('%s is wrong usage, and no program is started', async (after, sentence) => {
    const { code, stdout, stderr } = await run('--after', after, '--', 'echo', 'started')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`gmx-sim: ${sentence}\n`)
  })
})

describe('clients', () => {
  describe.skipIf(!installed('node-versions')).each(['node20', 'node22', 'node24', 'node26'])(
    '%s',
    (name) => {
      test('fetch, https and http', async () => {
        const node = `${ROOT}/test/installs/node-versions/node_modules/${name}/bin/node`
        const ended = await run('--', node, program('client.mjs', NODE_CLIENT))
        expect(ended).toEqual({ code: 0, stdout: 'fetch 200\nhttps 200\nhttp 200\n', stderr: answered(3) })
      })
    },
  )

  describe.skipIf(!installed('node-versions')).each(['node20', 'node22', 'node24', 'node26'])(
    '%s',
    (name) => {
      test('never reaches GMX: other spellings are answered, unknown hosts refused', async () => {
        const node = `${ROOT}/test/installs/node-versions/node_modules/${name}/bin/node`
        const ended = await run('--', node, program('spelled.mjs', SPELLED_CLIENT))
        const refused = (host: string, times: string) =>
          `gmx-sim: refused ${host}${times}: no catalogue has this host of GMX, and the live service is never contacted; npx --no -- gmx-sim catalogue lists the known hosts, a catalogue file can add this one\n`
        expect(ended).toEqual({
          code: 0,
          stdout: 'fetch 200\nfetch 403\nhttps 200\nhttps 403\nresolved 403\n',
          stderr: `${answered(2)}${refused('goerli.gmxapi.io', ', 3 times')}`,
        })
      })
    },
  )

  describe.skipIf(!installed('node-versions')).each([
    ['ENOTFOUND', { dns: 'notFound' }],
    ['ECONNREFUSED', { refuse: true }],
  ])('%s', (code, fault) => {
    // Node 22 has a proxy of its own for `fetch`, which shows neither.
    test.each(['node20', 'node24', 'node26'])('is what %s sees', async (name) => {
      const node = `${ROOT}/test/installs/node-versions/node_modules/${name}/bin/node`
      const scenario = program(
        'fault.yaml',
        JSON.stringify({ rules: [{ match: { base: 'primary' }, fault }] }),
      )
      const args = ['--scenario', scenario, '--control-token', 'only-for-tests']
      const { stdout } = await run(...args, '--', node, program('failing.mjs', FAILING_CLIENT))
      expect(stdout).toBe(`fetch ${code}\nhttps ${code}\nfallback 200\n`)
    })
  })

  test.skipIf(!wish(has('openssl', 'version'), 'openssl is not installed', 'apt-get install openssl'))(
    'a strict verifier accepts the authority, whose key is in no file',
    async () => {
      const script = `cd "$(dirname "$NODE_EXTRA_CA_CERTS")" &&
        openssl verify -x509_strict -CAfile ca.pem ca.pem && ! grep -l "PRIVATE KEY" *`
      expect(await run('--', 'sh', '-c', script)).toMatchObject({ code: 0, stdout: 'ca.pem: OK\n' })
    },
  )
})

describe('the command', () => {
  test('has the exit code of the program, and leaves nothing behind', async () => {
    const script = 'test -f "$NODE_EXTRA_CA_CERTS" && test -f "$SSL_CERT_FILE" && exit 7'
    expect((await run('--', 'sh', '-c', script)).code).toBe(7)
    expect(leftOvers()).toEqual([])
  })

  test('a variable for certificates that names no file is ignored', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const env = { TMPDIR: folder, SSL_CERT_FILE: folder, REQUESTS_CA_BUNDLE: pipe, NODE_NO_WARNINGS: '' }
    expect(await runCli(['run', '--', 'sh', '-c', 'exit 7'], env)).toMatchObject({
      code: 7,
      stderr: answered('no'),
    })
  })

  test('lists what was refused with --offline', async () => {
    const script =
      "for (const _ of '12') await fetch('https://example.com').catch(({ cause }) => console.log(cause.code))"
    const client = program('offline.mjs', script)
    const { stdout, stderr } = await run('--offline', '--', process.execPath, client)
    expect(stderr).toMatch(
      /^gmx-sim: answered no .+\ngmx-sim: refused example\.com(:443)?, 2 times \(--offline\)\n$/,
    )
    expect(stdout.trim().split('\n')).toHaveLength(2)
  })

  test('the live hosts speak the observed dialect, unless another one is chosen', async () => {
    const client = program(
      'keys.mjs',
      "console.log(Object.keys((await (await fetch('https://arbitrum-api.gmxinfra.io/prices/tickers')).json())[0]).length)",
    )
    const usual = await run('--', process.execPath, client)
    expect([usual.stdout, usual.stderr]).toEqual(['6\n', answered(1).replace('requests', 'request')])
    const chosen = await run('--dialect', 'documented', '--', process.execPath, client)
    expect([chosen.stdout, chosen.stderr]).toEqual([
      '7\n',
      answered(1, 'documented').replace('requests', 'request'),
    ])
  })

  const canLimit = wish(has('prlimit', '--version'), 'prlimit is not installed', 'apt-get install util-linux')
  test.skipIf(!canLimit)(
    'without descriptors it refuses connections, says so once, and ends as the program',
    async () => {
      const { code, stdout, stderr } = await run('--', process.execPath, program('crowd.mjs', CROWD))
      expect({ code, stdout }).toEqual({ code: 7, stdout: '502\n200\n' })
      const [once, ...lines] = stderr.trim().split('\n')
      expect(once).toMatch(/^gmx-sim: connections fail: too many open files \(EMFILE\)/)
      expect(lines).toEqual([
        'gmx-sim: answered 1 request to the live hosts in the observed dialect',
        expect.stringMatching(/^gmx-sim: passed on to 127\.0\.0\.1:\d+, \d+ times$/),
      ])
      expect(leftOvers()).toEqual([])
    },
  )

  test.each([
    [['run'], 2, 'run needs a program'],
    [['run', '--', './no-such-program'], 2, 'there is no such command'],
    [['rehearse', '--attach', '--intercept'], 2, '--intercept has no effect'],
    [['rehearse', '--offline', '--', 'true'], 2, '--offline needs --intercept'],
  ])('%j is a usage error', async (args, code, message) => {
    const ended = await runCli(args)
    expect(ended.code).toBe(code)
    expect(ended.stderr).toContain(message)
  })

  /** A program that waits, and the process that runs it. */
  async function waiting() {
    const script =
      "process.on('SIGTERM', () => process.exit(9)); console.log(process.pid); setInterval(() => {}, 1000)"
    const args = [builtCli(), 'run', '--', process.execPath, '-e', script]
    const child = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: folder } })
    const [line] = await once(child.stdout, 'data')
    const [name] = leftOvers()
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700)
    return { child, pid: Number(line), ended: once(child, 'exit') }
  }

  test.each([
    ['SIGTERM', 9],
    ['SIGINT', 130],
  ] as const)('%s reaches the program, and nothing is left', async (signal, code) => {
    const { child, pid, ended } = await waiting()
    child.kill(signal)
    expect((await ended)[0]).toBe(code)
    expect(isRunning(pid)).toBe(false)
    expect(leftOvers()).toEqual([])
  })

  test('the next start clears what a killed one left', async () => {
    const { child, pid, ended } = await waiting()
    child.kill('SIGKILL')
    await ended
    process.kill(pid, 'SIGKILL')
    expect(leftOvers()).toHaveLength(1)
    await run('--', 'true')
    expect(leftOvers()).toEqual([])
  })
})

test('--set names addresses as the program reads them, and arguments may have placeholders', async () => {
  const path = program('named.mjs', 'console.log(process.env.PRICE_API, process.argv[2])')
  const { code, stdout } = await run('--set', 'PRICE_API={arbitrum}/x', '--', process.execPath, path, '{url}')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^(http:\S+):\d+\/x \1:\d+\n$/)
  const misspelt = await run('--set', 'PRICE_API={arbitrim}', '--', process.execPath, path)
  expect(misspelt.stderr).toContain('unknown placeholder: {arbitrim}; did you mean {arbitrum}?')
  expect(misspelt.code).toBe(2)
})
