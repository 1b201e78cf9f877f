/** `gmx-sim serve --intercept`, and `gmx-sim env` for programs started elsewhere. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { CHROMIUM, hasChromium } from '../../support/chromium.js'
import { builtCli, run, runCli, serveCli } from '../../support/cli.js'

const PING = 'https://arbitrum-api.gmxinfra.io/ping'
const FETCH = `fetch('${PING}').then(async (reply) => console.log(await reply.text()), ({ cause }) => console.log(cause.code))`
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-env-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (...args: readonly string[]) => serveCli(['--intercept', ...args], { TMPDIR: folder })
const env = (...args: readonly string[]) => runCli(['env', ...args], { TMPDIR: folder })
/** Runs a line of a shell with the environment that `gmx-sim env` prints. */
const inShell = (line: string, more = '') =>
  run('sh', ['-c', `${more} eval "$(node ${builtCli()} env)"; ${line}`], { TMPDIR: folder })
const leftOvers = () => readdirSync(folder).filter((name) => name.startsWith('gmx-sim-intercept-'))
const portOf = (url: string) => new URL(url).port

describe('a running server', () => {
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.stop())
  const load = (scenario: string) =>
    fetch(`${server.ready.url}/__sim/v1/scenario`, { method: 'PUT', body: scenario }).then(
      ({ status }) => status,
    )

  test('answers the live hosts in a shell, whose own variables are kept', async () => {
    const lines = `curl -sS ${PING}; echo; node -e "${FETCH}"; first="$NODE_OPTIONS"
      eval "$(node ${builtCli()} env)"; test "$first" = "$NODE_OPTIONS" && echo "$first"`
    const { code, stdout, stderr } = await inShell(lines, 'export NODE_OPTIONS=--no-deprecation;')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^{"ok":true}\n{"ok":true}\n--no-deprecation --disable-warning=\S+ --import=\S+\n$/,
    )
  })

  test('fails connections as a scenario says', async () => {
    expect(await load('rules: [{ match: { base: primary }, fault: { tls: expired } }]')).toBe(200)
    expect((await inShell(`node -e "${FETCH}"`)).stdout).toBe('CERT_HAS_EXPIRED\n')
    expect(await load('rules: [{ match: { base: primary }, fault: { refuse: true } }]')).toBe(200)
    expect((await inShell(`node -e "${FETCH}"`)).stdout).toBe('ECONNREFUSED\n')
    await fetch(`${server.ready.url}/__sim/v1/scenario`, { method: 'DELETE' })
  })

  test('is described as JSON, with the key that Chromium is to trust', async () => {
    const { stdout } = await env('--json', '--port', portOf(server.ready.url))
    const { url, proxyUrl, spki, chromium, variables } = JSON.parse(stdout)
    expect([url, proxyUrl]).toEqual([server.ready.url, variables.HTTPS_PROXY])
    expect(JSON.parse(server.stdout())).toMatchObject({ proxyUrl })
    expect(chromium).toEqual([`--proxy-server=${proxyUrl}`, `--ignore-certificate-errors-spki-list=${spki}`])
  })

  test.skipIf(!hasChromium())('answers Chromium, which rejects the certificates of faults', async () => {
    const { chromium } = JSON.parse((await env('--json')).stdout)
    const args = ['--headless', `--user-data-dir=${folder}/profile`, '--dump-dom', PING]
    const page = async () =>
      (await run(CHROMIUM.executablePath, [...CHROMIUM.args, ...chromium, ...args])).stdout
    expect(await page()).toContain('{"ok":true}')
    expect(await load('rules: [{ match: { base: primary }, fault: { tls: wrongHost } }]')).toBe(200)
    expect(await page()).not.toContain('{"ok":true}')
    await fetch(`${server.ready.url}/__sim/v1/scenario`, { method: 'DELETE' })
  })

  test('one of several is chosen by its port', async () => {
    const other = await start()
    const unclear = await env()
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringContaining('choose one with --port')])
    const chosen = JSON.parse((await env('--json', '--port', portOf(other.ready.url))).stdout)
    expect(chosen.url).toBe(other.ready.url)
    await other.stop()
  })
})

test('a control token is the password of the proxy, also without the control API', async () => {
  const server = await start('--control-token', 'a-long-secret', '--no-control')
  onTestFinished(() => void server.stop())
  const { proxyUrl } = JSON.parse((await env('--json')).stdout)
  expect(server.stdout()).not.toContain('a-long-secret')
  const plain = PING.replace('https', 'http')
  expect((await inShell(`curl -sS ${PING} ${plain}`)).stdout).toBe('{"ok":true}{"ok":true}')
  for (const url of [PING, plain]) {
    const format = ['-sk', '-o', '/dev/null', '-w', '%{http_code} %{http_connect}']
    expect((await run('curl', [...format, '-x', proxyUrl, url])).stdout).toMatch(/407/)
  }
  await server.stop()
})

test('a server that is started again in a shell of the last one reaches other hosts', async () => {
  const far = createServer((_, response) => response.end('far')).listen(0, '127.0.0.2')
  await once(far, 'listening')
  const first = await start()
  const { variables } = JSON.parse((await env('--json')).stdout)
  await first.stop()
  const second = await serveCli(['--intercept'], { ...variables, TMPDIR: folder })
  const url = `http://127.0.0.2:${(far.address() as AddressInfo).port}/`
  for (const way of ['-s', '-sp']) expect((await inShell(`curl ${way} ${url}`)).stdout).toBe('far')
  await second.stop()
  far.close()
})

describe('the certificates', () => {
  test('are gone after Ctrl+C', async () => {
    const server = await start()
    const [name] = leftOvers()
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700)
    await server.stop('SIGINT')
    expect(leftOvers()).toEqual([])
  })

  test('of a killed server are not found, and the next one removes them', async () => {
    const server = await start()
    await server.stop('SIGKILL')
    expect(leftOvers()).toHaveLength(1)
    const { code, stderr } = await env()
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/env needs a server with --intercept: none is running/),
    ])
    await (await start()).stop()
    expect(leftOvers()).toEqual([])
  })
})
