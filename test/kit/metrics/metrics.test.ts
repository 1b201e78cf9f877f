/** Metrics that Prometheus scrapes from a running simulator. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createMetrics } from '../../../src/kit/metrics/metrics.js'
import { oneSimulator } from '../../support/one-simulator.js'
import { readMetrics, sumOf } from '../../support/prometheus.js'
import { until } from '../../support/until.js'

const { control, ask: fetchAt } = oneSimulator()

const REQUESTS = 'gmx_sim_requests_total'
const DURATION = 'gmx_sim_request_duration_seconds'

const ask = async (path: string, init?: RequestInit) => (await fetchAt(path, init)).text()
const read = async () => readMetrics(await ask('/__sim/v1/metrics'))
/** How much each of `wanted` has grown while `act` ran. */
async function growth(act: () => Promise<unknown>, wanted: readonly Readonly<Record<string, string>>[]) {
  const before = await read()
  await act()
  const after = await read()
  return wanted.map((labels) => sumOf(after, REQUESTS, labels) - sumOf(before, REQUESTS, labels))
}

test('valid Prometheus text, with process metrics', async () => {
  const reply = await fetchAt('/__sim/v1/metrics')
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const samples = readMetrics(await reply.text())
  expect(sumOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(sumOf(samples, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(1e6)
  expect(sumOf(samples, 'process_start_time_seconds')).toBeGreaterThan(1e9)
})

test('requests are counted by network, base, endpoint, status and rule', async () => {
  await control.put(
    '/scenario',
    'rules: [{ id: down, match: { base: fallback }, fault: { status: 503 } }, { id: cut, match: { base: fallback-2 }, fault: { close: true } }]',
  )
  const grown = growth(async () => {
    for (let i = 0; i < 3; i++) await ask('/arbitrum/prices/tickers')
    for (let i = 0; i < 2; i++) await ask('/avalanche-fallback/ping')
    await ask('/botanix/prices/candles')
    await ask('/botanix/nope?x="y"')
    await ask('/arbitrum-fallback-2/ping').catch(() => {})
    await ask('/arbitrum/ping', { method: 'POST' })
  }, [
    { network: 'arbitrum', base: 'primary', endpoint: 'tickers', status: '200', rule: '' },
    { network: 'avalanche', base: 'fallback', endpoint: 'ping', status: '503', rule: 'down' },
    { network: 'botanix', base: 'primary', endpoint: 'candles', status: '400', rule: '' },
    { network: 'botanix', base: 'primary', endpoint: 'none', status: '404', rule: '' },
    { network: 'arbitrum', base: 'fallback-2', endpoint: 'ping', status: 'none', rule: 'cut' },
    { network: 'arbitrum', base: 'primary', endpoint: 'ping', status: '405', rule: '' },
    {},
  ])
  expect(await grown).toEqual([3, 2, 1, 1, 1, 1, 9])
})

test('counters are monotonic across clears, restores and ends of journals', async () => {
  const wanted = [{ endpoint: 'markets' }, {}]
  const inSession = async (id: string, times: number) => {
    await control.post('/sessions', { id })
    for (let i = 0; i < times; i++) await ask(`/s/${id}/arbitrum/markets`)
  }
  const both = growth(async () => {
    await inSession('ended', 5)
    await control.delete('/sessions/ended')
    await inSession('ended', 2) // another one of the same name
    await control.delete('/sessions/ended')
  }, wanted)
  expect(await both).toEqual([7, 7])
  const again = growth(async () => {
    await ask('/arbitrum/markets')
    const { id } = (await control.post('/snapshots')).body
    await ask('/arbitrum/markets')
    await control.post(`/snapshots/${id}/restore`)
    await ask('/arbitrum/markets')
    await control.delete('/journal')
    await ask('/arbitrum/markets')
    await control.post('/reset')
  }, wanted)
  expect(await again).toEqual([4, 4])
})

test('sessions, and the held requests of all, are counted', async () => {
  const held = async () => sumOf(await read(), 'gmx_sim_requests_held')
  const sessions = async () => sumOf(await read(), 'gmx_sim_sessions')
  const hang = { rules: [{ match: { endpoint: 'ping' }, fault: { hang: true } }] }
  await control.put('/scenario', JSON.stringify(hang))
  await control.post('/sessions', { id: 'holding', scenario: hang })
  const asked = ['/arbitrum/ping', '/botanix/ping', '/s/holding/arbitrum/ping'].map((path) =>
    ask(path).catch(() => 'cut'),
  )
  await until(async () => expect([await held(), await sessions()]).toEqual([3, 1]))
  await control.delete('/sessions/holding')
  await until(async () => expect([await held(), await sessions()]).toEqual([2, 0]))
  await control.delete('/scenario')
  await Promise.all(asked)
  expect(await held()).toBe(0)
})

test('durations are a histogram of the replies that have left, delays included', async () => {
  const seenOf = async (replies: number) => {
    const samples = (await read()).filter(({ labels }) => labels['endpoint'] === 'tokens')
    const buckets = samples.filter(({ name }) => name === `${DURATION}_bucket`)
    const count = sumOf(samples, `${DURATION}_count`)
    for (const [i, { value }] of buckets.entries())
      expect(value).toBeGreaterThanOrEqual(buckets[i - 1]?.value ?? 0)
    expect(buckets.at(-1)?.value ?? 0).toBe(count)
    expect(count).toBe(replies)
    const quick = sumOf(buckets, `${DURATION}_bucket`, { le: '0.1' })
    return { quick, sum: sumOf(samples, `${DURATION}_sum`) }
  }
  const path = '/arbitrum/tokens'
  await ask(path)
  const before = await until(() => seenOf(1))
  await ask(path)
  await ask(path)
  await control.put('/scenario', 'rules: [{ match: { endpoint: tokens }, fault: { delay: 120ms } }]')
  await ask(path)
  const after = await until(() => seenOf(4))
  expect(after.quick - before.quick).toBeLessThanOrEqual(2)
  expect(after.sum - before.sum).toBeGreaterThanOrEqual(0.12)
})

test('a scrape is not counted as a request', async () => {
  expect(await growth(read, [{}])).toEqual([0])
  expect((await control.get('/journal/count')).body.count).toBe(0)
})

test('requests before prom-client is loaded are counted in bounded memory', async () => {
  const metrics = createMetrics()
  const facts = { network: 'arbitrum', base: 'primary', endpoint: 'ping', status: 200, rule: null }
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heldBytes = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const many = 200_000
  const before = heldBytes()
  // Nothing is loaded while the event loop does not turn.
  for (let n = 0; n < many; n++) {
    metrics.countRequest(facts)
    metrics.observeReply('ping', 1)
  }
  expect(heldBytes() - before).toBeLessThan(8 << 20)
  const { text } = await metrics.scrape({
    sessions: 0,
    heldRequests: 0,
    streams: { open: 0, sent: 0, received: 0 },
  })
  const samples = readMetrics(text)
  expect(sumOf(samples, REQUESTS, { endpoint: 'ping' })).toBe(many)
  expect(sumOf(samples, `${DURATION}_count`, { endpoint: 'ping' })).toBe(10_000)
})
