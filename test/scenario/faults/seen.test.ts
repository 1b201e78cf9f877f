/** Every fault as clients see it: Node's fetch, a raw socket, curl, and a client that keeps its connection. */
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
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
import { rowsOf } from '../../support/rows.js'
import { isSweep } from '../../support/runs.js'
import { load, oneRule, type Written } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'
import { until } from '../../support/until.js'

/** The fault, what fetch sees, the journalled status (- if none is ever sent), how the server ends a raw connection, curl's exit code. */
const TABLE = `
  { status: 429, retryAfter: 2s } | 429 | 429 | open | 0
  { status: 500 } | 500 | 500 | open | 0
  { rateLimit: { requests: 1, per: 1h } } | 429 | 429 | open | 0
  { headers: { content-type: text/plain } } | 200 | 200 | open | 0
  { hang: true } | TimeoutError | - | open | 28
  { reset: before } | fetch failed ECONNRESET | - | RST | 56
  { reset: body } | 200, then terminated ECONNRESET | 200 | RST | 56
  { close: true } | fetch failed UND_ERR_SOCKET | - | FIN | 52
  { truncate: 0.5 } | 200, then terminated UND_ERR_SOCKET | 200 | FIN | 18
  { malformed: json } | 200, then SyntaxError | 200 | open | 0
  { malformed: html } | 200, then SyntaxError | 200 | open | 0
  { malformed: garbage } | fetch failed HTTPParserError | - | FIN | 1
  { malformed: chunk } | 200, then terminated HTTPParserError | 200 | FIN | 56
  { malformed: encoding } | 200, then terminated Z_DATA_ERROR | 200 | open | 61
  { drip: { bytesPerSecond: 200000 } } | 200 | 200 | open | 0
  { drip: { bytesPerSecond: 200000 }, truncate: 0.5 } | 200, then terminated UND_ERR_SOCKET | 200 | FIN | 18
  { drip: { bytesPerSecond: 200000 }, reset: body } | 200, then terminated ECONNRESET | 200 | RST | 56
  { stale: 6s } | 200 | 200 | open | 0
  { partial: 0.5 } | 200 | 200 | open | 0
  { poison: zero } | 200 | 200 | open | 0
  { signature: flipped } | 200 | 200 | open | 0
  { dialect: observed } | 200 | 200 | open | 0
  { delay: 20ms } | 200 | 200 | open | 0
`
const ROWS = rowsOf(TABLE)
const ORIGIN = ['origin: http://dapp.test']
const undated = (head: string) => head.replace(/\r\ndate: .*/, '')
const faultOf = (text: string): Written => parse(text)

/** Of a network of few rows. */
const PATH = '/botanix/prices/tickers'
/** The only replies that have signatures. */
const SIGNED = ['/botanix/signed_prices/latest', 'signed-prices'] as const

const simulator = await startTestSimulator()
afterAll(() => simulator.stop())

/** The outcome classes that a fault may declare of which `fetch` sees this. */
function classesSeen(fetch: string): readonly OutcomeClass[] {
  if (fetch === 'TimeoutError') return ['silent']
  if (!/^\d+$/.test(fetch)) return ['broken']
  return Number(fetch) < 400 ? ['good', 'wrong'] : ['error']
}

/** The simulator with the fault, and for a rate limit an empty bucket. */
async function faulty(fault: Written, more?: Written): Promise<RunningSimulator> {
  load(simulator.session, oneRule(fault, more))
  await simulator.session.settled()
  if ('rateLimit' in fault) await fetch(`${simulator.url}${PATH}`)
  return simulator
}

/** The signal of a client that gives up once its request is held. */
function givesUp(fault: Written): { readonly signal?: AbortSignal } {
  if (!('hang' in fault)) return {}
  const { journal } = simulator.session
  const before = journal.count()
  const leaving = new AbortController()
  void until(() => expect(journal.count()).toBeGreaterThan(before)).then(() =>
    leaving.abort(new DOMException('it gives up', 'TimeoutError')),
  )
  return { signal: leaving.signal }
}

test('the table has every fault except those of connections and of streams', () => {
  const shown = new Set(ROWS.map(([fault]) => Object.keys(faultOf(fault))[0]))
  const missing = FAULTS.filter(
    ({ key, stage }) => stage.on !== 'port' && stage.on !== 'stream' && !shown.has(key),
  )
  const rows = missing.map(({ examples }) => `${examples[0]} | 200 | 200 | open | 0`)
  expect(
    rows,
    'write these rows into TABLE, with what fetch, journal, socket and curl see instead of 200 | 200 | open | 0',
  ).toEqual([])
})

describe.each(ROWS)('%s', (written, byFetch, journalled, end, exit) => {
  const fault = faultOf(written)
  const status = journalled === '-' ? null : Number(journalled)
  const curl = Number(exit)
  /** Whether the connection is good for another request. */
  const reused = status !== null && end === 'open'
  const key = Object.keys(fault)[0]
  const [path, endpoint] = 'signature' in fault ? SIGNED : [PATH, 'tickers']

  // A child process.
  if (isSweep) {
    test.skipIf(!hasCurl())(`curl ends with ${curl}`, async () => {
      const { url } = await faulty(fault)
      // However late the request arrives, it is never answered.
      const patience = 'hang' in fault ? ['--max-time', '0.3'] : []
      const { exit } = await seenByCurl(`${url}${path}`, '--compressed', ...patience)
      expect(exit).toBe(curl)
    })
    return
  }

  test('fetch sees it, and the journal has it', async () => {
    const { url, session } = await faulty(fault)
    session.journal.clear()
    expect(await seenByFetch(`${url}${path}`, givesUp(fault))).toBe(byFetch)
    expect(session.journal.entries()).toMatchObject([
      { n: 1, network: 'botanix', base: 'primary', endpoint, rule: 'r', status, outcome: key },
    ])
    expect(classesSeen(byFetch), `outcomeClass of ${key}`).toContain(session.journal.entries()[0].met)
  })

  test('a raw socket sees the rule and the CORS header in every head, also of HEAD, and how it ends', async () => {
    const { url } = await faulty(fault)
    const conversation = await seenBySocket(`${url}${path}`, { headers: ORIGIN, ...givesUp(fault) })
    expect(conversation.end).toBe(end)
    const head = await seenBySocket(`${url}${path}`, {
      ...{ method: 'HEAD', headers: ORIGIN },
      ...givesUp(fault),
    })
    expect([undated(head.head), head.body, head.end]).toEqual([undated(conversation.head), '', end])
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
