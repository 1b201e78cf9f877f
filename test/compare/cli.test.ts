/** `gmx-sim compare` against servers on loopback, and against what was saved of them. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../../src/index.js'
import { runCli } from '../support/cli.js'

const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-compare-'))
const saved = join(folder, 'saved')
const OTHER = {
  arbitrum: {
    tokens: [
      { symbol: 'MYT', address: '0x1111111111111111111111111111111111111111', decimals: 18, price: 1.25 },
      { symbol: 'OM', remove: true as const },
    ],
    markets: [{ indexToken: 'MYT', longToken: 'MYT', shortToken: 'USDC', listingDate: '2026-01-31' }],
  },
}
const FAST = ['--rate', '20']
let own: Simulator
let other: Simulator
/** What `own` says, with another name for a key of its tickers. */
let proxy: Server
let asked: string[] = []

beforeAll(async () => {
  own = await startSimulator({ clock: { mode: 'real' } })
  other = await startSimulator({ catalogue: OTHER, clock: { mode: 'real' } })
  proxy = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['user-agent']}`)
    const reply = await fetch(`${own.url}${request.url}`)
    const text = await reply.text()
    response.writeHead(reply.status, {
      'content-type': reply.headers.get('content-type') ?? '',
      'access-control-allow-origin': '*',
    })
    response.end(request.url?.includes('tickers') ? text.replaceAll('"maxPrice"', '"highPrice"') : text)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await Promise.all([own.stop(), other.stop()])
})

test('a server compared with itself: no difference, exit code 0', async () => {
  const { code, stdout, stderr } = await runCli(['compare', own.baseUrl('arbitrum', 'fallback'), ...FAST])
  expect([stderr, code]).toEqual(['', 0])
  expect(stdout).toContain('/arbitrum-fallback as arbitrum, documented dialect, 12 questions: no difference')
})

test('what differs is a line each, exit code 5; GETs alone are sent, and say who asks', async () => {
  asked = []
  const { port } = proxy.address() as AddressInfo
  const { code, stdout } = await runCli([
    'compare',
    `http://127.0.0.1:${port}/arbitrum/`,
    ...FAST,
    '--save',
    saved,
  ])
  expect(code).toBe(5)
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    expect.stringContaining('2 differences'),
    expect.stringMatching(/^ {2}what +where +theirs +ours$/),
    expect.stringMatching(/^ {2}key +tickers \[\]\.maxPrice +gone +digits$/),
    expect.stringMatching(/^ {2}key +tickers \[\]\.highPrice +new: digits +none$/),
  ])
  for (const line of asked) expect(line).toMatch(/^GET \/arbitrum\/\S+ gmx-sim\/\S+ compare$/)
})

test('a saved folder says the same, in every format', async () => {
  expect(readdirSync(saved)).toContain('asked.json')
  const file = join(folder, 'report')
  const { code, stdout } = await runCli([
    ...[
      'compare',
      saved,
      '--report',
      'json',
      '--report',
      `junit=${file}.xml`,
      '--report',
      `markdown=${file}.md`,
    ],
  ])
  expect(code).toBe(5)
  const report = JSON.parse(stdout)
  expect(report).toMatchObject({ network: 'arbitrum', dialect: 'documented', asked: 12 })
  expect(report.differences).toEqual([
    { kind: 'key', where: 'tickers [].maxPrice', theirs: 'gone', ours: 'digits' },
    { kind: 'key', where: 'tickers [].highPrice', theirs: 'new: digits', ours: 'none' },
  ])
  expect(readFileSync(`${file}.xml`, 'utf8')).toContain(
    '<testsuites name="gmx-sim compare" tests="2" failures="2">',
  )
  expect(readFileSync(`${file}.md`, 'utf8')).toContain('| key | tickers [].maxPrice | gone | digits |')
})

test('the overlay that it writes mends the lists', async () => {
  const file = join(folder, 'mended.yaml')
  const from = ['compare', other.baseUrl('arbitrum'), ...FAST]
  const first = await runCli([...from, '--write-catalogue', file])
  expect(first.code).toBe(5)
  expect(first.stdout).toContain('new: MYT')
  expect(first.stdout).toContain('gone: OM')
  expect(readFileSync(file, 'utf8')).toMatch(
    /- \{ symbol: MYT, address: "0x1{40}", decimals: 18, price: [\d.]+ \}/,
  )
  const second = await runCli([...from, '--catalogue', file])
  expect([second.stdout.split(': ').at(-1), second.code]).toEqual(['no difference\n', 0])
})

test('what cannot be asked or read ends with code 2 and one sentence', async () => {
  const gone = await startSimulator()
  await gone.stop()
  const broken = mkdtempSync(join(folder, 'broken-'))
  writeFileSync(join(broken, 'asked.json'), '{"gmxSim": 1}')
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [[`${gone.url}/arbitrum`], 'could not be asked: ECONNREFUSED'],
    [[join(folder, 'nothing')], 'there is nothing to compare with'],
    [[broken], 'is no saved comparison: asked.json: gmxSim'],
    [[saved, '--network', 'arbitrun'], 'there is no such network: arbitrun'],
    [[saved, '--rate', '0'], '--rate cannot be read: "0"'],
    [[saved, '--timeout', '5'], '--timeout cannot be read'],
    [[saved, '--report', 'pdf'], '--report cannot be read: "pdf"'],
    [[saved, '--report', `json=${folder}/no/such/file`], 'the report cannot be written'],
    [[], 'compare needs a source'],
  ]
  for (const [args, message] of cases) {
    const { code, stderr } = await runCli(['compare', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stderr.trimEnd().split('\n').length).toBe(1)
  }
})
