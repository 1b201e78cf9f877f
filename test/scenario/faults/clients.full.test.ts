/** Bad data and connections as programs in Node, Python and Go meet them: each scenario has at most six lines. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtCli, ROOT, run, type Served, serveCli } from '../../support/cli.js'
import { wish } from '../../support/needs.js'

interface Get {
  readonly url: string
  /** Address of the client. */
  readonly from?: string
  readonly timeoutMs?: number
}

interface Seen {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly error?: string
}

type Language = 'Node' | 'Python' | 'Go'
type Urls = Record<'primary' | 'fallback' | 'api', string>

interface Case {
  readonly name: string
  readonly scenario: string
  gets(urls: Urls): readonly Get[]
  meets(seen: readonly Seen[], language: Language): void
}

const tickers = ({ primary }: Urls): Get[] => [{ url: `${primary}/prices/tickers` }]
const rowOf = ({ body = '' }: Seen, symbol: string) =>
  JSON.parse(body).find(({ tokenSymbol }: { tokenSymbol: string }) => tokenSymbol === symbol)
const failsWith =
  (...errors: readonly Readonly<Record<Language, string>>[]): Case['meets'] =>
  (seen, language) =>
    expect(seen.map(({ error }) => error)).toEqual(errors.map((each) => each[language]))
const hasStatuses =
  (...statuses: readonly number[]): Case['meets'] =>
  (seen) =>
    expect(seen.map(({ status }) => status)).toEqual(statuses)

const CUT = { Node: 'ECONNRESET', Python: 'IncompleteRead', Go: 'unexpected EOF' }
const RESET = { Node: 'ECONNRESET', Python: 'ConnectionResetError', Go: 'ECONNRESET' }

const CASES: readonly Case[] = [
  {
    name: 'one row of nulls among good ones',
    scenario: `
rules:
  - { match: { endpoint: tickers }, fault: { poison: null, only: [DOGE] } }`,
    gets: tickers,
    meets([seen]) {
      expect(rowOf(seen, 'DOGE')).toMatchObject({ minPrice: null, maxPrice: null })
      expect(rowOf(seen, 'ETH').minPrice).toMatch(/^\d+$/)
    },
  },
  {
    name: 'one price that is ten orders off',
    scenario: `
rules:
  - { when: { calls: 1 }, fault: { poison: { scale: 1e10 }, only: [DOGE] } }`,
    gets: (urls) => [...tickers(urls), ...tickers(urls)],
    meets([bad, good]) {
      expect(rowOf(bad, 'DOGE').minPrice).toBe(`${rowOf(good, 'DOGE').minPrice}0000000000`)
      expect(rowOf(bad, 'ETH')).toEqual(rowOf(good, 'ETH'))
    },
  },
  {
    name: 'one row an hour old',
    scenario: `
rules:
  - { match: { endpoint: tickers }, fault: { stale: 1h, only: [DOGE] } }`,
    gets: tickers,
    meets([seen]) {
      expect(rowOf(seen, 'ETH').updatedAt - rowOf(seen, 'DOGE').updatedAt).toBe(3600)
    },
  },
  {
    name: 'the right data with the wrong type, and without the header of CORS',
    scenario: `
rules:
  - fault: { headers: { content-type: json, access-control-allow-origin: null } }`,
    gets: tickers,
    meets([seen]) {
      expect(seen.headers?.['content-type']).toBe('json')
      expect(seen.headers).not.toHaveProperty('access-control-allow-origin')
      expect(rowOf(seen, 'ETH').minPrice).toMatch(/^\d+$/)
    },
  },
  {
    name: 'a body that only the end of the connection ends',
    scenario: `
rules:
  - fault: { headers: { content-length: null, transfer-encoding: null } }`,
    gets: tickers,
    meets([seen]) {
      expect(seen.headers).not.toHaveProperty('content-length')
      expect(seen.headers).not.toHaveProperty('transfer-encoding')
      expect(rowOf(seen, 'ETH').minPrice).toMatch(/^\d+$/)
    },
  },
  {
    name: 'a token listed three hours ago',
    scenario: `
clock: { at: 2026-03-01T12:30:30Z, mode: frozen }
tokens: { APE: { listedAt: -3h } }`,
    gets: ({ primary, api }) => [
      { url: `${primary}/prices/candles?tokenSymbol=APE&period=1h&limit=1000` },
      { url: `${api}/v1/prices/ohlcv?symbol=APE&timeframe=1h&since=0&limit=2` },
      { url: `${primary}/prices/24h` },
    ],
    meets([candles, ohlcv, day]) {
      const starts = JSON.parse(candles.body ?? '').candles.map(([start]: number[]) => start)
      const first = Date.parse('2026-03-01T09:00:00Z') / 1000
      expect(starts).toEqual([3, 2, 1, 0].map((hours) => first + hours * 3600))
      expect(JSON.parse(ohlcv.body ?? '')[0].timestamp).toBe(first * 1000)
      expect(rowOf(day, 'APE')).toMatchObject({ high: null, low: null, open: null, close: null })
    },
  },
  {
    name: 'a limit at each base',
    scenario: `
rules:
  - fault: { rateLimit: { requests: 1, per: 1h, by: base } }`,
    gets: ({ primary, fallback }) => [primary, fallback, primary].map((url) => ({ url: `${url}/ping` })),
    meets: hasStatuses(200, 200, 429),
  },
  {
    name: 'a limit of each client',
    scenario: `
rules:
  - fault: { rateLimit: { requests: 1, per: 1h, by: client } }`,
    gets: ({ primary, fallback }) => [
      { url: `${primary}/ping`, from: '127.0.0.1' },
      { url: `${primary}/ping`, from: '127.0.0.2' },
      { url: `${fallback}/ping`, from: '127.0.0.1' },
    ],
    meets: hasStatuses(200, 200, 429),
  },
  {
    name: 'an address that accepts no connection',
    scenario: `
rules:
  - { match: { network: arbitrum, base: primary }, fault: { connect: hang } }`,
    gets: ({ primary, fallback }) => [
      { url: `${primary}/ping`, timeoutMs: 300 },
      { url: `${fallback}/ping` },
    ],
    meets([hung, answered], language) {
      failsWith({ Node: 'connect timeout', Python: 'timeout', Go: 'dial timeout' })([hung], language)
      expect(answered.status).toBe(200)
    },
  },
  {
    name: 'a name that does not resolve for now; where the proxy resolves it, its 503',
    scenario: `
rules:
  - { match: { base: primary }, fault: { dns: tryAgain } }`,
    gets: () => [{ url: 'https://arbitrum-api.gmxinfra.io/ping' }],
    meets: failsWith({
      Node: 'EAI_AGAIN',
      Python: 'Tunnel connection failed: 503 Service Unavailable',
      Go: 'Service Unavailable',
    }),
  },
  {
    name: 'a slow body that is cut short, or reset',
    scenario: `
rules:
  - { when: { calls: 1 }, fault: { drip: { bytesPerSecond: 400000 }, truncate: 0.5 } }
  - { fault: { drip: { bytesPerSecond: 400000 }, reset: body } }`,
    gets: (urls) => [...tickers(urls), ...tickers(urls)],
    meets: failsWith(CUT, RESET),
  },
]

const CLIENTS = `${ROOT}/test/support/fault-clients`
const has = (program: string, ...args: readonly string[]) => spawnSync(program, args).status === 0
const PROGRAMS = [
  ['Node', `${process.execPath} ${CLIENTS}/client.mjs`, () => true],
  [
    'Python',
    `python3 ${CLIENTS}/client.py`,
    () => wish(has('python3', '--version'), 'python3 is not installed', 'apt-get install python3'),
  ],
  [
    'Go',
    `go run ${CLIENTS}/client.go`,
    () => wish(has('go', 'version'), 'go is not installed', 'apt-get install golang-go'),
  ],
] as const

let folder = ''
let server: Served
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-fault-clients-'))
  server = await serveCli(['--intercept', '--dialect', 'documented', '--clock', 'frozen'], { TMPDIR: folder })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('no scenario has more than six lines', () => {
  for (const { scenario } of CASES) expect(scenario.trim().split('\n').length).toBeLessThanOrEqual(6)
})

describe.each(PROGRAMS)('%s', (language, command, isThere) => {
  test.skipIf(!isThere())('meets each as its name says', async () => {
    const { primary, fallback, api } = server.ready.baseUrls['arbitrum'] as unknown as Urls
    const cases = CASES.map(({ scenario, gets }) => ({ scenario, gets: gets({ primary, fallback, api }) }))
    const file = join(folder, `${language}.json`)
    writeFileSync(file, JSON.stringify({ control: `${server.ready.url}/__sim/v1`, cases }))
    const line = `eval "$(${process.execPath} ${builtCli()} env)"; exec ${command} ${file}`
    const { code, stdout, stderr } = await run('sh', ['-c', line], { TMPDIR: folder })
    expect(code, stderr).toBe(0)
    const seen: Seen[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const [index, { name, meets }] of CASES.entries())
      try {
        meets(seen.splice(0, cases[index].gets.length), language)
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
      }
    expect(seen).toEqual([])
  })
})
