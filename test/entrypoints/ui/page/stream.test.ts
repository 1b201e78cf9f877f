/** The stream of the page: its events as signals, its losses, and the ways to another one. */
import { signal } from '@preact/signals'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { toldEntry } from '../../../support/told-entry.js'
import { type Asked, hide, nextRequest, openRequests, openStream, settled, startPage } from './page.js'

startPage()
const { chosenMarket } = await import('../../../../src/entrypoints/ui/view.js')
const { bases, connection, followSession, journal, nowMs } = await import(
  '../../../../src/entrypoints/ui/state.js'
)
const { asked: tokenIsAsked } = await import('../../../../src/entrypoints/ui/token.js')

const FROZEN = { now: '2026-03-01T12:00:00.000Z', mode: 'frozen', rate: 1 } as const
const market = signal({ network: 'arbitrum' })
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const refusal = (status: number) => json(status, { error: { message: `it is ${status}`, hint: 'go on' } })
const entries = (...ns: number[]) => ns.map((n) => toldEntry(n))
const isNow = (state: string) => settled(() => expect(connection.value.state).toBe(state))
const has = (...ns: number[]) => settled(() => expect(journal.value?.map(({ n }) => n)).toEqual(ns))
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  hide(true)
  followSession(market)
})
afterAll(() => {
  hide(true)
  vi.useRealTimers()
})

beforeEach(async () => {
  hide(true)
  await isNow('paused')
  hide(false)
})

/** A stream that has said hello, with a journal of these requests. */
async function liveWith(cursor: string, ...ns: number[]) {
  const stream = openStream(await nextRequest('/watch'))
  stream.send('hello', { version: '1' })
  stream.send('clock', FROZEN)
  stream.send('journal', { cursor, entries: entries(...ns), missed: 0, reset: false })
  await has(...ns)
  return stream
}

test('requests that the stream skips are asked for, once it is calm; those of a cleared journal are gone', async () => {
  const stream = await liveWith('a.1.1', 1)
  for (const entry of [toldEntry(5, { status: 503 }), toldEntry(9, { ms: null })]) {
    stream.send('journal', { cursor: `a.${entry.n}.1`, entries: [entry], missed: 3, reset: false })
    await wait(900)
  }
  await has(1, 5, 9)
  expect(openRequests()).toEqual([])
  await wait(1000)
  const { path, answer } = await nextRequest('/journal')
  expect(path).toContain('limit=10000')
  answer(json(200, { entries: entries(1, 2, 3, 4, 5, 6, 7, 8, 9) }))
  await has(1, 2, 3, 4, 5, 6, 7, 8, 9)
  // The stream knows better, unless it has skipped the end.
  expect([journal.value?.[4]?.status, journal.value?.[8]?.ms]).toEqual([503, 3])
  expect(openRequests()).toEqual([])
  stream.send('journal', { cursor: 'b.1.1', entries: entries(1), missed: 0, reset: false })
  await has(1)
  stream.send('journal', { cursor: 'b.1.1', entries: [], missed: 0, reset: true })
  await has()
})

test('a stream that begins after what is known asks for the rest', async () => {
  await liveWith('c.1.1', 1)
  hide(true)
  await isNow('paused')
  hide(false)
  const stream = openStream(await nextRequest('/watch'))
  stream.send('hello', { version: '1' })
  stream.send('journal', { cursor: 'c.8.1', entries: entries(8), missed: 0, reset: false })
  const { answer } = await nextRequest('/journal')
  answer(json(200, { entries: entries(1, 2, 8) }))
  await has(1, 2, 8)
})

test('a lost server is tried again, ever less often; what is known stays, and time stands still', async () => {
  const stream = await liveWith('d.1.1', 1, 2)
  stream.send('bases', { bases: [] })
  stream.send('clock', { ...FROZEN, mode: 'real' })
  await settled(() => expect(bases.value).toEqual([]))
  await wait(1000)
  expect(nowMs.value).toBeGreaterThan(Date.parse(FROZEN.now) + 500)
  stream.end()
  await isNow('lost')
  const lostMs = nowMs.value
  for (const waitMs of [250, 500, 1000, 2000, 4000, 4000]) {
    await wait(waitMs - 1)
    expect(openRequests()).toEqual([])
    await wait(1)
    ;(await nextRequest('/watch')).fail()
    await wait(0)
  }
  expect(connection.value).toMatchObject({ why: expect.stringContaining('the simulator does not answer') })
  expect([nowMs.value, journal.value?.length]).toEqual([lostMs, 2])
  await wait(4000)
  const again = openStream(await nextRequest('/watch'))
  again.send('hello', { version: '1' })
  await isNow('live')
  // The reason of the server is that which is shown.
  again.send('end', { why: 'this replica has lost its store', over: false })
  again.end()
  await wait(0)
  expect(connection.value).toEqual({ state: 'lost', why: 'this replica has lost its store' })
})

test('a stream that falls silent is lost', async () => {
  const stream = await liveWith('e.1.1', 1)
  await wait(11_000)
  stream.send('clock', FROZEN)
  await wait(11_000)
  expect(connection.value.state).toBe('live')
  await wait(1000)
  await isNow('lost')
})

test('a hidden tab closes its stream; another market replaces it', async () => {
  const first = await nextRequest('/watch')
  openStream(first).send('hello', { version: '1' })
  await isNow('live')
  hide(true)
  await isNow('paused')
  expect(first.signal?.aborted).toBe(true)
  await wait(60_000)
  expect(openRequests()).toEqual([])
  hide(false)
  const second = await nextRequest('/watch')
  market.value = { network: 'avalanche' }
  expect(second.signal?.aborted).toBe(true)
  expect((await nextRequest('/watch')).path).toContain('network=avalanche')
})

test.each([
  ['ended', 404],
  ['refused', 403],
])('it has %s after %i, and is not tried again', async (state, status) => {
  ;(await nextRequest('/watch')).answer(refusal(status))
  await isNow(state)
  expect(connection.value).toMatchObject({ why: `it is ${status}: go on` })
  await wait(60_000)
  expect(openRequests()).toEqual([])
})

test('of too many watchers one will leave: 429 is tried again', async () => {
  ;(await nextRequest('/watch')).answer(refusal(429))
  await isNow('lost')
  await wait(250)
  await nextRequest('/watch')
})

test('an unknown market is replaced by a known one', async () => {
  ;(await nextRequest('/watch')).answer(refusal(400))
  const known = { network: 'avalanche', assets: [{ symbol: 'BTC' }, { symbol: 'ETH' }] }
  ;(await nextRequest('/market/assets')).answer(json(200, known))
  await settled(() => expect(chosenMarket.value).toMatchObject({ network: 'avalanche', symbol: 'ETH' }))
})

test('a token is asked for once by all calls that want one', async () => {
  const { read } = await import('../../../../src/entrypoints/ui/api.js')
  const unauthorised = (asked: Asked) => asked.answer(refusal(401))
  const calls = [read('/clock'), read('/session')]
  unauthorised(await nextRequest('/watch'))
  unauthorised(await nextRequest('/clock'))
  unauthorised(await nextRequest('/session'))
  await settled(() => expect(tokenIsAsked.value).toBe('first'))
  await wait(60_000)
  expect(openRequests()).toEqual([])
  for (const call of calls) call.catch(() => {})
})
