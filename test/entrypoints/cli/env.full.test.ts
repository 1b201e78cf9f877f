/** `gmx-sim serve --intercept`, and `gmx-sim env` for programs started elsewhere. */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { builtCli, run, runCli, serveCli } from '../../support/cli.js'
import { newFolder } from '../../support/folder.js'

const PING = 'https://arbitrum-api.gmxinfra.io/ping'
const FETCH = `fetch('${PING}').then(async (reply) => console.log(await reply.text()), ({ cause }) => console.log(cause.code))`
const folder = newFolder()

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

test('the certificates of a killed server are not found, and the next one removes them', async () => {
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
