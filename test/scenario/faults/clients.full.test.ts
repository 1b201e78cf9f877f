/** Faults of connections, whose effect depends on the client: as programs in Node, Python and Go meet them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtCli, ROOT, run, type Served, serveCli } from '../../support/cli.js'
import { wish } from '../../support/needs.js'

interface Get {
  readonly url: string
  readonly timeoutMs?: number
}
interface Seen {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly error?: string
}
type Language = 'Node' | 'Python' | 'Go'
type Urls = Record<'primary' | 'fallback', string>

interface Case {
  readonly scenario: string
  gets(urls: Urls): readonly Get[]
  /** Reports of each client, one per reply. */
  readonly meets: readonly (string | Readonly<Record<Language, string>>)[]
}

const tickers = ({ primary }: Urls): Get => ({ url: `${primary}/prices/tickers` })

const CASES: readonly (readonly [string, Case])[] = [
  [
    'a body that only the end of the connection ends',
    {
      scenario: 'rules: [{ fault: { headers: { content-length: null, transfer-encoding: null } } }]',
      gets: (urls) => [tickers(urls)],
      meets: ['200 of unknown length'],
    },
  ],
  [
    'an address that accepts no connection',
    {
      scenario: 'rules: [{ match: { network: arbitrum, base: primary }, fault: { connect: hang } }]',
      gets: (urls) => [{ ...tickers(urls), timeoutMs: 300 }, { url: `${urls.fallback}/ping` }],
      meets: [{ Node: 'connect timeout', Python: 'timeout', Go: 'dial timeout' }, '200'],
    },
  ],
  [
    'a name that does not resolve for now; where the proxy resolves it, its 503',
    {
      scenario: 'rules: [{ match: { base: primary }, fault: { dns: tryAgain } }]',
      gets: () => [{ url: 'https://arbitrum-api.gmxinfra.io/ping' }],
      meets: [
        {
          Node: 'EAI_AGAIN',
          Python: 'Tunnel connection failed: 503 Service Unavailable',
          Go: 'Service Unavailable',
        },
      ],
    },
  ],
  [
    'a slow body that is cut short, or reset',
    {
      scenario: `rules:
  - { when: { calls: 1 }, fault: { drip: { bytesPerSecond: 400000 }, truncate: 0.5 } }
  - { fault: { drip: { bytesPerSecond: 400000 }, reset: body } }`,
      gets: (urls) => [tickers(urls), tickers(urls)],
      meets: [
        { Node: 'ECONNRESET', Python: 'IncompleteRead', Go: 'unexpected EOF' },
        { Node: 'ECONNRESET', Python: 'ConnectionResetError', Go: 'ECONNRESET' },
      ],
    },
  ],
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

/** An error, or the status of a reply whose body is whole. */
function wordOf({ error, status, headers = {}, body = '' }: Seen): string {
  if (error !== undefined) return error
  JSON.parse(body)
  const isFramed = 'content-length' in headers || 'transfer-encoding' in headers
  return isFramed ? String(status) : `${status} of unknown length`
}

describe.each(PROGRAMS)('%s', (language, command, isThere) => {
  test.skipIf(!isThere())('meets each as its name says', async () => {
    const urls = server.ready.baseUrls['arbitrum'] as unknown as Urls
    const cases = CASES.map(([, { scenario, gets }]) => ({ scenario, gets: gets(urls) }))
    const file = join(folder, `${language}.json`)
    writeFileSync(file, JSON.stringify({ control: `${server.ready.url}/__sim/v1`, cases }))
    const line = `eval "$(${process.execPath} ${builtCli()} env)"; exec ${command} ${file}`
    const { code, stdout, stderr } = await run('sh', ['-c', line], { TMPDIR: folder })
    expect(code, stderr).toBe(0)
    const lines = stdout.trim().split('\n')
    const words = lines.map((line) => wordOf(JSON.parse(line)))
    const seen = CASES.map(([name, { meets }]) => [name, words.splice(0, meets.length)])
    expect([...seen, ['nothing more', words]]).toEqual([
      ...CASES.map(([name, { meets }]) => [
        name,
        meets.map((word) => (typeof word === 'string' ? word : word[language])),
      ]),
      ['nothing more', []],
    ])
  })
})
