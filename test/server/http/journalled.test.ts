/** Journal of requests over sockets: client, preflights, and requests outside all base addresses. */
import { Agent, request as httpRequest } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { MAX_WAITS } from '../../../src/server/control/watchers.js'
import { controlOf } from '../../support/control.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator()
const control = controlOf(simulator.url)
afterAll(() => simulator.stop())
beforeEach(() => void simulator.session.reset())

const agents: Agent[] = []
afterAll(() => {
  for (const agent of agents) agent.destroy()
})
/** A client with one connection, which it keeps. */
function createClient(userAgent: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  return (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = { 'user-agent': userAgent, ...headers }
      httpRequest(`${simulator.url}${path}`, { agent, method, headers: sent }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode))
      })
        .once('error', reject)
        .end()
    })
}

const entriesOf = async (query = '') => (await control.get(`/journal${query}`)).body.entries

test('clients are distinguished by connection, user agent and request id', async () => {
  const [one, other] = [createClient('one'), createClient('other')]
  await one('/arbitrum/ping', { 'x-request-id': 'first' })
  await other('/arbitrum/ping')
  await one('/arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=1')
  const entries = await entriesOf()
  const [first, second, third] = entries.map(({ connection }: { connection: number }) => connection)
  expect(first).toBe(third)
  expect(first).not.toBe(second)
  expect(entries).toMatchObject([
    { address: '127.0.0.1', userAgent: 'one', requestId: 'first' },
    { userAgent: 'other', requestId: null },
    { userAgent: 'one', requestId: null },
  ])
  expect((await entriesOf(`?connection=${first}`)).map(({ n }: { n: number }) => n)).toEqual([1, 3])
  expect((await control.get('/journal/count?userAgent=one&address=127.0.0.1')).body.count).toBe(2)
})

test('unmatched requests are journalled and reported by health', async () => {
  const client = createClient('forgetful')
  expect(await client('/prices/tickers')).toBe(404)
  expect(await client('/arbitrm/ping?x=1')).toBe(404)
  await client('/arbitrum/ping')
  await client('/')
  await client('/__sim/v1/health')
  const nowhere = { network: null, base: null, endpoint: null, status: 404, outcome: 'nowhere' }
  expect(await entriesOf()).toMatchObject([
    { n: 1, ...nowhere, url: '/prices/tickers' },
    { n: 2, ...nowhere, url: '/arbitrm/ping?x=1', method: 'GET', ms: expect.any(Number) },
    { n: 3, network: 'arbitrum' },
  ])
  expect((await control.get('/health')).body.nowhere).toEqual({ count: 2, last: 'GET /arbitrm/ping?x=1' })
  expect((await control.get('/journal/count?outcome=nowhere')).body.count).toBe(2)
})

test('in a session, unmatched requests are in its own journal', async () => {
  const session = simulator.sessions.create('own', {})
  await fetch(`${simulator.url}/s/own/prices/tickers`)
  expect(session.journal.entries()).toMatchObject([{ base: null, url: '/s/own/prices/tickers' }])
  expect(simulator.session.journal.count()).toBe(0)
  simulator.sessions.end('own')
})

test('preflights are journalled, and excluded by default', async () => {
  const client = createClient('browser')
  expect(await client('/arbitrum/ping', { 'access-control-request-method': 'GET' }, 'OPTIONS')).toBe(204)
  expect(await entriesOf()).toEqual([])
  expect(await entriesOf('?preflights=true')).toMatchObject([{ n: 1, status: 204, outcome: 'ok' }])
})

test('GET journal gives the newest 1,000 and says how to get more', async () => {
  const { journal } = simulator.session
  const address = { network: 'arbitrum', base: 'primary', endpoint: 'ping' } as const
  const arrival = { ...address, method: 'GET', url: '/ping', atMs: 0 }
  const add = (times: number) => {
    for (let n = 0; n < times; n++) journal.add({ ...arrival, header: () => undefined }, null, 200, 'ok')
  }
  add(1000)
  expect((await control.get('/journal')).body.more).toBeUndefined()
  add(1)
  const { entries, more } = (await control.get('/journal')).body
  expect([entries.length, entries[0].n, entries.at(-1).n]).toEqual([1000, 2, 1001])
  expect(more).toContain('limit=10000')
  expect((await control.get('/journal?limit=10000')).body.entries.length).toBe(1001)
  expect((await control.get('/journal?limit=1')).body.more).toContain('limit=10000')
})

test('GET journal/pauses returns how long clients waited', async () => {
  await control.put('/scenario', {
    rules: [{ match: { endpoint: 'ping' }, when: { times: 2 }, fault: { status: 429, retryAfter: '60s' } }],
  })
  const client = createClient('hasty')
  await client('/arbitrum/ping')
  await client('/arbitrum/ping')
  await control.post('/clock/advance', { by: '60s' })
  await client('/arbitrum/ping')
  const { pauses } = (await control.get('/journal/pauses')).body
  expect(pauses).toMatchObject([
    { after: { n: 1, status: 429 }, retryAfterMs: 60_000, next: { n: 2 } },
    { after: { n: 2 }, retryAfterMs: 60_000, next: { n: 3, status: 200 }, waitedMs: 60_000 },
  ])
  expect(pauses[0].waitedMs).toBeLessThan(60_000)
  const tooEarly = { retryAfterMs: 60_000, honoured: false }
  expect((await control.get('/journal/1')).body.asked).toMatchObject({ n: 2, ...tooEarly })
  expect((await control.get('/journal/2')).body.ignored).toMatchObject({ n: 1, ...tooEarly })
  expect((await control.get('/journal/pauses?limit=1')).body).toMatchObject({
    pauses: [{ after: { n: 2 } }],
    more: expect.stringContaining('limit=10000'),
  })
})

test('a thousand calls may wait for a journal, one more is refused until one is over', async () => {
  const over = new AbortController()
  const { journal } = simulator.session
  for (let n = 0; n < MAX_WAITS; n++)
    void journal.waitFor({ endpoint: 'rates' }, 1, ...(n === 0 ? [over.signal] : []))
  const ask = () => control.post('/journal/wait', { match: { endpoint: 'rates' }, timeout: '1ms' })
  const refused = await ask()
  expect([refused.status, refused.body.error.code]).toEqual([429, 'too-many-waits'])
  over.abort()
  expect((await ask()).status).toBe(408)
})
