/** Headers and bodies of requests, kept while somebody watches. */
import { afterEach, expect, test } from 'vitest'
import { keepExchanges } from '../../../src/server/control/exchange.js'
import { Exchanges, MAX_PER_SECOND } from '../../../src/session/exchanges.js'
import type { JournalRecord } from '../../../src/session/journal/entry.js'
import { oneSimulator } from '../../support/one-simulator.js'

const { simulator, control, bodyOf, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })

afterEach(() => {
  simulator().session.exchanges = undefined
})

const exchange = async (n: number) => (await bodyOf(`/journal/${n}/exchange`)).exchange
const headerOf = (headers: readonly { name: string; value: string }[], wanted: string) =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value

test('headers as sent, without secrets, and the body', async () => {
  keepExchanges(simulator().session)
  await ask('/arbitrum/ping', { headers: { 'x-mine': 'seen', authorization: 'Bearer 1', Cookie: 'a=b' } })
  const { requestHeaders, replyHeaders, body, bytes } = await exchange(1)
  expect(['x-mine', 'authorization', 'cookie'].map((name) => headerOf(requestHeaders, name))).toEqual([
    'seen',
    '(hidden)',
    '(hidden)',
  ])
  expect(headerOf(replyHeaders, 'content-type')).toBe('application/json; charset=utf-8')
  expect(headerOf(replyHeaders, 'x-gmx-sim-at')).toBe('2026-03-01T12:00:00.000Z')
  expect(Number(headerOf(replyHeaders, 'content-length'))).toBe(bytes)
  expect(body).toBe(await (await ask('/arbitrum/ping')).text())
})

test('a long body is cut, a compressed one decompressed, and the headers of a memoised reply are whole', async () => {
  keepExchanges(simulator().session)
  const path = '/arbitrum/prices/tickers'
  const texts = []
  for (let times = 0; times < 2; times++)
    texts.push(await (await ask(path, { headers: { 'accept-encoding': 'gzip' } })).text())
  const [first, second] = [await exchange(1), await exchange(2)]
  expect(second.replyHeaders).toEqual(first.replyHeaders)
  expect(first.bytes).toBe(Buffer.byteLength(texts[0]))
  expect(first.body).toBe(texts[0].slice(0, 65_536))
})

test('the reply of a fault, and what was sent of one that was cut short', async () => {
  keepExchanges(simulator().session)
  const rules = [
    { match: { endpoint: 'ping' }, fault: { status: 429, retryAfter: '2s' } },
    { match: { endpoint: 'tokens' }, fault: { truncate: 0.5 } },
    { match: { endpoint: 'tickers' }, fault: { close: true } },
  ]
  await control.put('/scenario', JSON.stringify({ rules }))
  for (const path of ['ping', 'tokens', 'prices/tickers'])
    await ask(`/arbitrum/${path}`, { headers: { 'accept-encoding': 'identity' } }).then(
      (reply) => reply.text().catch(() => {}),
      () => {},
    )
  const [limited, cut, closed] = [await exchange(1), await exchange(2), await exchange(3)]
  expect(headerOf(limited.replyHeaders, 'retry-after')).toBe('2')
  expect(limited.body).toContain('too many requests')
  expect(cut.bytes).toBeGreaterThan(100)
  expect(Number(headerOf(cut.replyHeaders, 'content-length'))).toBeGreaterThan(cut.bytes)
  expect(closed).toMatchObject({ replyHeaders: null, body: '', bytes: 0 })
})

test('nothing is kept while nobody watches, nor of a journal that was cleared', async () => {
  await ask('/arbitrum/ping')
  expect(await exchange(1)).toBeNull()
  keepExchanges(simulator().session)
  await ask('/arbitrum/ping')
  expect(await exchange(2)).not.toBeNull()
  await control.delete('/journal')
  expect((await control.get('/journal/2/exchange')).status).toBe(404)
  await control.post('/clock/advance', { by: '1s' })
  const { exchanges } = simulator().session
  simulator().session.exchanges = undefined
  await ask('/arbitrum/ping')
  await ask('/arbitrum/ping')
  simulator().session.exchanges = exchanges
  expect(await exchange(2)).toBeNull()
})

test('the oldest go when bodies fill their room', () => {
  const exchanges = new Exchanges()
  const send = (n: number, bytes: number): JournalRecord => {
    const line = { n, atMs: 0, realMs: n * 10 } as JournalRecord
    exchanges.begin(line)?.add(Buffer.alloc(bytes))
    return line
  }
  const MB = 1024 * 1024
  const lines = [1, 2, 3].map((n) => send(n, 6 * MB))
  expect(lines.map((line) => exchanges.of(line) !== undefined)).toEqual([false, true, true])
  // A single long one is kept.
  const long = send(4, 40 * MB)
  expect([...lines, long].filter((line) => exchanges.of(line) !== undefined)).toEqual([long])
  for (let n = 5; n < 3000; n++) send(n, 10)
  expect(exchanges.of(long)).toBeUndefined()
  expect(exchanges.of({ n: 2999, atMs: 0 } as JournalRecord)?.bytes).toBe(10)
})

test('a number that is given again, to a request that is not kept, has no exchange', () => {
  const exchanges = new Exchanges()
  const lineAt = (n: number, realMs: number) => ({ n, atMs: 0, realMs }) as JournalRecord
  for (let n = 1; n <= MAX_PER_SECOND; n++) exchanges.begin(lineAt(n, 0))
  const last = lineAt(MAX_PER_SECOND, 1)
  expect(exchanges.of(last)).toBeDefined()
  exchanges.begin(last)
  expect(exchanges.of(last)).toBeUndefined()
})
