/** Every fault as clients see it: Node's fetch, a raw socket, curl, and a client that keeps its connection. */
import { afterEach, describe, expect, test } from 'vitest'
import type { OutcomeClass } from '../../../src/kit/outcome-class.js'
import { FAULTS } from '../../../src/scenario/faults/index.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import {
  createKeepAliveClient,
  hasCurl,
  seenByCurl,
  seenByFetch,
  seenBySocket,
} from '../../support/clients.js'
import { PATIENCE_MS } from '../../support/patience.js'
import { load, oneRule, startUnder, type Written } from '../../support/scenario.js'
import { until } from '../../support/until.js'

interface Seen {
  readonly fault: Written
  readonly fetch: string
  /** How the server ends the connection of a raw socket that did not ask for it. */
  readonly end?: 'FIN' | 'RST' | 'open'
  readonly curl?: number
  /** Journalled status; null if none is ever sent. */
  readonly status: number | null
  /** Whether the connection is good for another request. */
  readonly reused?: boolean
}

const TABLE: readonly Seen[] = [
  { fault: { status: 429, retryAfter: '2s' }, fetch: '429', status: 429 },
  { fault: { status: 500 }, fetch: '500', status: 500 },
  { fault: { rateLimit: { requests: 1, per: '1h' } }, fetch: '429', status: 429 },
  { fault: { hang: true }, fetch: 'TimeoutError', curl: 28, status: null, reused: false },
  {
    fault: { reset: 'before' },
    fetch: 'fetch failed ECONNRESET',
    end: 'RST',
    curl: 56,
    status: null,
    reused: false,
  },
  {
    fault: { reset: 'body' },
    fetch: '200, then terminated ECONNRESET',
    end: 'RST',
    curl: 56,
    status: 200,
    reused: false,
  },
  {
    fault: { close: true },
    fetch: 'fetch failed UND_ERR_SOCKET',
    end: 'FIN',
    curl: 52,
    status: null,
    reused: false,
  },
  {
    fault: { truncate: 0.5 },
    fetch: '200, then terminated UND_ERR_SOCKET',
    end: 'FIN',
    curl: 18,
    status: 200,
    reused: false,
  },
  { fault: { malformed: 'json' }, fetch: '200, then SyntaxError', status: 200 },
  { fault: { malformed: 'html' }, fetch: '200, then SyntaxError', status: 200 },
  {
    fault: { malformed: 'garbage' },
    fetch: 'fetch failed HPE_INVALID_CONSTANT',
    end: 'FIN',
    curl: 1,
    status: null,
    reused: false,
  },
  {
    fault: { malformed: 'chunk' },
    fetch: '200, then terminated HPE_INVALID_CHUNK_SIZE',
    end: 'FIN',
    curl: 56,
    status: 200,
    reused: false,
  },
  { fault: { malformed: 'encoding' }, fetch: '200, then terminated Z_DATA_ERROR', curl: 61, status: 200 },
  { fault: { drip: { bytesPerSecond: 200_000 } }, fetch: '200', status: 200 },
  { fault: { stale: '6s' }, fetch: '200', status: 200 },
  { fault: { partial: 0.5 }, fetch: '200', status: 200 },
  { fault: { poison: 'zero' }, fetch: '200', status: 200 },
  { fault: { signature: 'flipped' }, fetch: '200', status: 200 },
  { fault: { dialect: 'observed' }, fetch: '200', status: 200 },
  { fault: { delay: '20ms' }, fetch: '200', status: 200 },
]

const PATH = '/arbitrum/prices/tickers'
/** The only replies that have signatures. */
const SIGNED = ['/arbitrum/signed_prices/latest', 'signed-prices'] as const

let simulator: RunningSimulator | undefined
afterEach(() => simulator?.stop())

/** The outcome classes that a fault may declare of which `fetch` sees this. */
function classesSeen(fetch: string): readonly OutcomeClass[] {
  if (fetch === 'TimeoutError') return ['silent']
  if (!/^\d+$/.test(fetch)) return ['broken']
  return Number(fetch) < 400 ? ['good', 'wrong'] : ['error']
}

/** A simulator that has the fault, and for a rate limit an empty bucket. */
async function faulty(fault: Written, more?: Written): Promise<RunningSimulator> {
  simulator = await startUnder(oneRule(fault, more))
  if ('rateLimit' in fault) await fetch(`${simulator.url}${PATH}`)
  return simulator
}

test('the table has every fault except those of connections', () => {
  const shown = new Set(TABLE.map(({ fault }) => Object.keys(fault)[0]))
  const missing = FAULTS.filter(({ key, stage }) => stage.on !== 'port' && !shown.has(key))
  const rows = missing.map(({ examples }) => `{ fault: ${examples[0]}, fetch: '200', status: 200 }`)
  expect(rows, 'write a row into TABLE for each of these, with what fetch and curl see of it').toEqual([])
})

describe.each(TABLE.map((seen) => [JSON.stringify(seen.fault), seen] as const))('%s', (_name, seen) => {
  const { fault, end = 'open', curl = 0, status, reused = true } = seen
  const key = Object.keys(fault)[0]
  const [path, endpoint] = 'signature' in fault ? SIGNED : [PATH, 'tickers']
  // Only who expects a timeout waits for it.
  const patienceMs = 'hang' in fault ? 300 : PATIENCE_MS
  const quietMs = end === 'open' ? 200 : PATIENCE_MS

  test('fetch sees it, and the journal has it', async () => {
    const { url, session } = await faulty(fault)
    session.journal.clear()
    expect(await seenByFetch(`${url}${path}`, {}, patienceMs)).toBe(seen.fetch)
    expect(session.journal.entries()).toMatchObject([
      { n: 1, network: 'arbitrum', base: 'primary', endpoint, rule: 'r', status, outcome: key },
    ])
    expect(classesSeen(seen.fetch), `outcomeClass of ${key}`).toContain(session.journal.entries()[0].met)
  })

  test('a raw socket sees the rule and the CORS header in every head that is sent, and how it ends', async () => {
    const { url } = await faulty(fault)
    const conversation = await seenBySocket(`${url}${path}`, {
      headers: ['origin: http://dapp.test'],
      patienceMs,
      quietMs,
    })
    expect(conversation.end).toBe(end)
    if (status === null) {
      expect(conversation.head).not.toContain('http/1.1')
      return
    }
    const lines = conversation.head.split('\r\n')
    expect(lines[0]).toContain(`http/1.1 ${status} `)
    expect(lines).toContain('x-gmx-sim-rule: r')
    expect(lines).toContain('access-control-allow-origin: *')
    expect(conversation.head).toMatch(/access-control-expose-headers: .*x-gmx-sim-rule.*retry-after/)
  })

  test.skipIf(!hasCurl())(`curl ends with ${curl}`, async () => {
    const { url } = await faulty(fault)
    expect(
      (await seenByCurl(`${url}${path}`, '--compressed', '--max-time', String(patienceMs / 1000))).exit,
    ).toBe(curl)
  })

  test('HEAD has the head of GET and no body', async () => {
    const { url } = await faulty(fault)
    const [full, head] = await Promise.all([
      seenBySocket(`${url}${path}`, { patienceMs, quietMs }),
      seenBySocket(`${url}${path}`, { method: 'HEAD', patienceMs, quietMs }),
    ])
    expect(undated(head.head)).toBe(undated(full.head))
    expect(head.body).toBe('')
    expect(head.end).toBe(end)
  })

  test(`the client's next request is answered, ${reused ? 'on the same' : 'but on another'} connection`, async () => {
    const { url, session } = await faulty(fault, { when: { times: 1 } })
    const client = createKeepAliveClient()
    const first = client.get(`${url}${path}`)
    if ('hang' in fault) {
      await until(() => expect(session.waits.held).toBe(1))
      load(session, {})
    }
    expect(await first).toEqual({ status: status ?? 0, reused: false })
    expect(await client.get(`${url}${path}`)).toEqual({ status: 200, reused })
    client.end()
  })
})

function undated(head: string): string {
  return head.replace(/\r\ndate: .*/, '')
}
