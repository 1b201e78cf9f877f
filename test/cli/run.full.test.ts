/** Programs with the live hosts in their source, run unchanged. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtCli, ROOT, runCli } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { wish } from '../support/needs.js'
import { isRunning } from '../support/processes.js'
import { startRehearsal } from '../support/rehearsing.js'
import { until } from '../support/until.js'

const URL_OF_PING = 'https://arbitrum-api.gmxinfra.io/ping'
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-run-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command whose temporary folder is of its own. */
const run = (...args: readonly string[]) => runCli(['run', ...args], { TMPDIR: folder, NODE_NO_WARNINGS: '' })
const leftOvers = () => readdirSync(folder).filter((name) => name.startsWith('gmx-sim-intercept-'))

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

describe('clients', () => {
  describe.skipIf(!installed('node-versions')).each(['node20', 'node22', 'node24', 'node26'])(
    '%s',
    (name) => {
      test('fetch, https and http', async () => {
        const node = `${ROOT}/test/node-versions/node_modules/${name}/bin/node`
        const ended = await run('--', node, program('client.mjs', NODE_CLIENT))
        expect(ended).toEqual({ code: 0, stdout: 'fetch 200\nhttps 200\nhttp 200\n', stderr: '' })
      })
    },
  )

  test('undici, with a dispatcher of its own', async () => {
    const client = `
      import { Agent, request } from '${ROOT}/node_modules/undici/index.js'
      console.log((await request('${URL_OF_PING}', { dispatcher: new Agent() })).statusCode)`
    expect(await run('--', process.execPath, program('undici.mjs', client))).toMatchObject({
      stdout: '200\n',
    })
  })

  describe.skipIf(!installed('sdk'))('of the official SDK', () => {
    const packages = `${ROOT}/test/sdk/node_modules`

    test('axios', async () => {
      const client = `require('${packages}/axios').get('${URL_OF_PING}').then(({ data }) => console.log(data))`
      expect(await run('--', process.execPath, program('axios.cjs', client))).toMatchObject({
        stdout: '{ ok: true }\n',
        code: 0,
      })
    })

    test.each(['@gmx-io/sdk', 'sdk-1-5', 'sdk-2'])('%s', async (sdk) => {
      const client = `
        const { GmxSdk } = require('${packages}/${sdk}')
        const far = 'http://127.0.0.1:1'
        const sdk = new GmxSdk({ chainId: 42161, oracleUrl: 'https://arbitrum-api.gmxinfra.io', rpcUrl: far, subsquidUrl: far })
        sdk.oracle.getTickers().then((rows) => console.log(rows.length > 10))`
      expect(await run('--', process.execPath, program('sdk.cjs', client))).toMatchObject({
        stdout: 'true\n',
        code: 0,
      })
    })
  })

  test.skipIf(!wish(has('curl', '--version'), 'curl is not installed', 'apt-get install curl'))(
    'curl',
    async () => {
      expect(await run('--', 'curl', '-sS', URL_OF_PING)).toEqual({
        code: 0,
        stdout: '{"ok":true}',
        stderr: '',
      })
    },
  )

  test.each([
    ['urllib', 'import urllib.request as u', 'u.urlopen(url).read().decode()'],
    ['requests', 'import requests', 'requests.get(url).text'],
    ['httpx', 'import httpx', 'httpx.get(url).text'],
  ])('Python: %s', async (name, imported, got) => {
    if (!wish(has('python3', '-c', imported), `Python has no ${name}`, `pip install ${name}`)) return
    const client = program(`${name}_client.py`, `${imported}\nurl = '${URL_OF_PING}'\nprint(${got})\n`)
    expect(await run('--', 'python3', client)).toEqual({ code: 0, stdout: '{"ok":true}\n', stderr: '' })
  })

  test.skipIf(!wish(has('go', 'version'), 'Go is not installed', 'apt-get install golang'))(
    'Go',
    async () => {
      const source = `package main
import ("fmt"; "net/http")
func main() { r, e := http.Get("${URL_OF_PING}"); fmt.Println(r.StatusCode, e) }`
      expect(await run('--', 'go', 'run', program('client.go', source))).toMatchObject({
        stdout: '200 <nil>\n',
      })
    },
  )

  test.skipIf(!wish(has('javac', '-version'), 'Java is not installed', 'apt-get install default-jdk'))(
    'Java',
    async () => {
      const source = `public class Client { public static void main(String[] a) throws Exception {
        System.out.println(new String(new java.net.URL("${URL_OF_PING}").openStream().readAllBytes())); } }`
      expect(await run('--', 'java', program('Client.java', source))).toMatchObject({
        stdout: '{"ok":true}\n',
      })
    },
  )

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

  test('lists what was refused with --offline', async () => {
    const script =
      "for (const _ of '12') await fetch('https://example.com').catch(({ cause }) => console.log(cause.code))"
    const client = program('offline.mjs', script)
    const { stdout, stderr } = await run('--offline', '--', process.execPath, client)
    expect(stderr).toMatch(/^gmx-sim: refused example\.com(:443)?, 2 times \(--offline\)\n$/)
    expect(stdout.trim().split('\n')).toHaveLength(2)
  })

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

test('rehearse --intercept judges a client with the live hosts as one with base addresses', async () => {
  const scenario = program(
    'down.yaml',
    'name: down\nrules: [{ id: down, match: { base: primary }, when: { until: 5s }, fault: { reset: before } }]\n',
  )
  const verdicts = async (name: string, options: readonly string[], bases: readonly string[]) => {
    const report = join(folder, `${name}.json`)
    const { end } = startRehearsal([
      ...[scenario, '--warm-up', '3s', '--cool-down', '3s', '--logs', join(folder, name), ...options],
      ...[
        '--report',
        `json=${report}`,
        '--',
        process.execPath,
        `${ROOT}/examples/failover-client/main.js`,
        ...bases,
      ],
    ])
    const { stderr } = await end
    const { scenarios } = await until(() => JSON.parse(execFileSync('cat', [report], { encoding: 'utf8' })))
    const checks = scenarios[0].checks as { readonly id: string; readonly verdict: string }[]
    return { stderr, checks: checks.map(({ id, verdict }) => `${id} ${verdict}`) }
  }
  const hosts = ['https://arbitrum-api.gmxinfra.io', 'https://arbitrum-api-fallback.gmxinfra.io']
  const [byHost, byAddress] = await Promise.all([
    verdicts('hosts', ['--intercept', '--offline'], hosts),
    verdicts('addresses', [], ['{arbitrum}', '{arbitrum.fallback}']),
  ])
  expect(byHost.checks).toEqual(byAddress.checks)
  expect(byHost.checks).toContain('answers-again pass')
})
