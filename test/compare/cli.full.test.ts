/** `gmx-sim compare` against servers on loopback, and against what was saved of them. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { interfaceOf } from '../../src/api/endpoints/index.js'
import { type Simulator, startSimulator } from '../../src/entrypoints/index.js'
import { type Ended, hostCli, runCli } from '../support/cli.js'

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
const FAST = ['--rate', '100', '--timeout', '2m']
let own: Simulator
let other: Simulator
/** Replies of `own` with a renamed key in tickers. */
let proxy: Server
let asked: string[] = []
/** Comparisons with a live server: each takes seconds, most of which it waits for windows to end, so all run at the same time. */
let itself: Promise<Ended>
let differing: Promise<Ended>
let mended: Promise<Ended>
const overlay = join(folder, 'mended.yaml')
const replies = join(folder, 'replies')
/** For what only reads files or refuses. */
const cli = hostCli()

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
  itself = runCli(['compare', own.baseUrl('arbitrum', 'fallback'), ...FAST])
  differing = runCli(['compare', `${proxyUrl()}/`, ...FAST, '--save', saved])
  mended = runCli([
    ...['compare', other.baseUrl('arbitrum'), ...FAST],
    ...['--write-catalogue', overlay, '--save', replies],
  ])
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await Promise.all([own.stop(), other.stop()])
  cli.stop()
  rmSync(folder, { recursive: true })
})
const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/arbitrum`

test('a server compared with itself: no difference, exit code 0', async () => {
  const { code, stdout, stderr } = await itself
  expect(code).toBe(0)
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^gmx-sim: \d+ requests, one every 10 ms$/),
    'gmx-sim: polling tickers to measure their cache window',
    'gmx-sim: polling signed-prices to measure their cache window',
    'gmx-sim: polling candles until they change, up to 16 s',
    '',
  ])
  expect(stdout).toContain('/arbitrum-fallback as arbitrum, documented dialect, ')
  expect(stdout).toContain(' questions: no difference\n')
})

test('a line per difference, exit code 5; sends only GETs with a user agent', async () => {
  const { code, stdout } = await differing
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
  const { code, stdout } = await cli.run([
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
  expect(report).toMatchObject({
    network: 'arbitrum',
    dialect: 'documented',
    asked: interfaceOf(1).length + 4,
  })
  expect(report.differences).toEqual([
    { kind: 'key', where: 'tickers [].maxPrice', theirs: 'gone', ours: 'digits' },
    { kind: 'key', where: 'tickers [].highPrice', theirs: 'new: digits', ours: 'none' },
  ])
  expect(readFileSync(`${file}.xml`, 'utf8')).toContain(
    '<testsuites name="gmx-sim compare" tests="2" failures="2" skipped="0">',
  )
  expect(readFileSync(`${file}.md`, 'utf8')).toContain('| key | `tickers [].maxPrice` | `gone` | `digits` |')
})

test('the overlay that it writes mends the lists', async () => {
  const first = await mended
  expect(first.code).toBe(5)
  expect(first.stdout).toContain('new: MYT')
  expect(first.stdout).toContain('gone: OM')
  for (const line of first.stdout.split('\n').slice(1)) expect(line.length).toBeLessThanOrEqual(100)
  expect(readFileSync(overlay, 'utf8')).toMatch(
    /- \{ symbol: MYT, address: "0x1{40}", decimals: 18, price: [\d.]+ \}/,
  )
  const second = await cli.run(['compare', replies, '--catalogue', overlay])
  expect([second.stdout.split('\n')[0], second.code]).toEqual([expect.stringMatching(/: no difference$/), 0])
})

test('unreachable or invalid sources exit with 2 and one sentence', async () => {
  const gone = await startSimulator()
  await gone.stop()
  const broken = mkdtempSync(join(folder, 'broken-'))
  writeFileSync(join(broken, 'asked.json'), '{"gmxSim": 1}')
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [[`${gone.url}/arbitrum`], 'is unreachable: ECONNREFUSED'],
    [[join(folder, 'nothing')], 'no such source'],
    [[broken], 'is not a saved comparison: asked.json: gmxSim'],
    [[saved, '--network', 'arbitrun'], 'unknown network: arbitrun'],
    [[saved, '--rate', '0'], '--rate cannot be read: "0"'],
    [[saved, '--rate', '1e-9'], '--rate cannot be read: "1e-9"; write requests per second, from 0.1 to 100'],
    [[saved, '--timeout', '5'], '--timeout cannot be read'],
    [[saved, '--timeout', '60d'], '--timeout cannot be read: "60d"; write a duration from 1ms to 1h'],
    [[saved, '--timeout', '0s'], '--timeout cannot be read: "0s"; write a duration from 1ms to 1h'],
    [[saved, '--report', 'pdf'], '--report cannot be read: "pdf"'],
    [
      [saved, '--report', `json=${folder}/no/such/file`],
      `the report ${folder}/no/such/file cannot be written: ENOENT`,
    ],
    [[], 'compare needs a source'],
  ]
  for (const [args, message] of cases) {
    const { code, stderr } = await cli.run(['compare', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stderr.trimEnd().split('\n').length).toBe(1)
  }
})

test('an unwritable target fails before any request', async () => {
  asked = []
  const full = mkdtempSync(join(folder, 'full-'))
  writeFileSync(join(full, 'mine.txt'), 'mine')
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [['--save', full], `the replies cannot be saved: ${full} has other contents`],
    [['--save', join(full, 'mine.txt')], `the replies cannot be saved: ${full}/mine.txt: EEXIST`],
    [['--save', join(full, 'mine.txt', 'folder')], 'the replies cannot be saved'],
    [['--write-catalogue', join(full, 'no', 'such')], 'the catalogue cannot be written'],
    [['--write-catalogue', full], `the catalogue cannot be written: ${full}: EISDIR`],
    [['--report', `json=${full}/no/such`], 'cannot be written: ENOENT'],
    [['--network', 'arbitrun'], 'unknown network: arbitrun'],
  ]
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await cli.run(['compare', proxyUrl(), ...args])
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
  }
  expect(asked).toEqual([])
  expect(readdirSync(full)).toEqual(['mine.txt'])
})

test('the catalogue is written whole, where its link leads to; nothing else is left there', async () => {
  const there = mkdtempSync(join(folder, 'written-'))
  writeFileSync(join(there, 'mine.yaml'), 'mine')
  symlinkSync(join(there, 'mine.yaml'), join(there, 'link.yaml'))
  const { code } = await cli.run(['compare', saved, '--write-catalogue', join(there, 'link.yaml')])
  expect(code).toBe(5)
  expect(readFileSync(join(there, 'mine.yaml'), 'utf8')).toMatch(
    /^# Differences of .* found by gmx-sim compare/,
  )
  expect(readdirSync(there).sort()).toEqual(['link.yaml', 'mine.yaml'])
})

test('a saved comparison can be overwritten; without its index it is invalid', async () => {
  const copy = join(folder, 'copy')
  cpSync(saved, copy, { recursive: true })
  const again = await cli.run(['compare', copy, '--save', copy])
  expect([again.code, again.stderr]).toEqual([5, ''])
  expect(readdirSync(copy)).toEqual(readdirSync(saved))
  rmSync(join(copy, 'asked.json'))
  const half = await cli.run(['compare', copy])
  expect([half.code, half.stderr]).toEqual([2, expect.stringContaining('is not a saved comparison')])
})
