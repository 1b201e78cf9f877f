/** `serve --workers`: several processes on one port answer, count and take down as one does. */
import { describe, expect, test, vi } from 'vitest'
import { BASE_ADDRESSES } from '../../src/catalogue/networks.js'
import { ENDPOINTS } from '../../src/endpoints/index.js'
import { readMetrics } from '../support/prometheus.js'
import { exampleOf } from '../support/simulator.js'
import { inTurn, type Server, serveWith } from './support.js'

// Each server takes a fraction of a second to start, or some, on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const WORKERS = 3
/** Long enough a row of requests that each of the workers gets some. */
const MANY = 4 * WORKERS

/** What both a server of one process and one of several say to the same questions. */
async function both<Result>(ask: (server: Server) => Promise<Result>, args: readonly string[] = []) {
  const [alone, together] = await Promise.all([serveWith(1, args), serveWith(WORKERS, args)])
  return { alone: await ask(alone), together: await ask(together) }
}

test('the same bytes and heads at every base address, twice, and for what is none', async () => {
  const paths = BASE_ADDRESSES.flatMap(({ prefix }) =>
    ENDPOINTS.map((endpoint) => `/${prefix}${exampleOf(endpoint)}`),
  )
  const strange = [
    '/',
    '/nowhere',
    '/arbitrum/nowhere',
    '/arbitrum/prices/candles?limit=0',
    '/s/none/arbitrum/ping',
  ]
  const { alone, together } = await both(({ get }) => {
    const all = [...paths, ...paths, ...strange]
    return inTurn(all.length, (n) => get(all[n]))
  })
  const port = /127\.0\.0\.1:\d+/g
  const plain = (seen: typeof alone) =>
    JSON.stringify(seen)
      .replaceAll(port, '')
      .replaceAll(/"content-length":"\d+"/g, '')
  expect(plain(together)).toBe(plain(alone))
})

test('requests are counted together', async () => {
  const { get, control, url } = await serveWith(WORKERS)
  await inTurn(MANY, () => get('/arbitrum/ping'))
  expect((await control.get('/journal/count')).body).toEqual({ count: MANY })
  const samples = readMetrics(await (await fetch(`${url}/__sim/v1/metrics`)).text())
  const values = (name: string) => samples.filter((sample) => sample.name === name).map(({ value }) => value)
  expect(values('gmx_sim_requests_total')).toEqual([MANY])
  expect(values('gmx_sim_request_duration_seconds_count')).toEqual([MANY])
  expect(values('gmx_sim_worker_resident_memory_bytes')).toHaveLength(WORKERS)
})

test('the journal holds requests in the order in which they came, whoever answered', async () => {
  const { get, control } = await serveWith(WORKERS)
  const paths = Array.from({ length: 60 }, (_, n) => `/arbitrum/ping?n=${n}`)
  await inTurn(paths.length, (n) => get(paths[n]))
  const { entries } = (await control.get('/journal')).body
  expect(entries.map(({ n, url }: { n: number; url: string }) => `${n} /arbitrum${url}`)).toEqual(
    paths.map((path, n) => `${n + 1} ${path}`),
  )
  expect(entries.every(({ ms }: { ms: number | null }) => ms !== null)).toBe(true)
})

test('control calls are answered alike, heads and all', async () => {
  const calls = [
    ['/__sim/v1/clock'],
    ['/__sim/v1/clock', 'HEAD'],
    ['/__sim/v1/clock', 'OPTIONS'],
    ['/__sim/v1/clock', 'PATCH'],
    ['/__sim/v1/nowhere'],
    ['/__sim/v1/journal?limit=0'],
    ['/__sim/v1/sessions/%2e%2e', 'DELETE'],
    ['/s/../__sim/v1/clock'],
    ['/s/none/__sim/v1/clock'],
    ['/__sim/docs'],
  ]
  const { alone, together } = await both(({ get }) =>
    inTurn(calls.length, (n) => get(calls[n][0], calls[n][1])),
  )
  expect(together).toEqual(alone)
})

describe('rules count in one place', () => {
  const RULES: readonly (readonly [name: string, rule: object, fixed: readonly number[] | undefined])[] = [
    ['calls', { when: { calls: '3..5' }, fault: { status: 500 } }, [3, 4, 5]],
    ['every', { when: { every: 4 }, fault: { status: 500 } }, [4, 8, 12, 16, 20, 24]],
    ['times', { when: { times: 2 }, fault: { status: 500 } }, [1, 2]],
    ['chance', { when: { chance: 0.3 }, fault: { status: 500 } }, undefined],
    ['rateLimit', { fault: { rateLimit: { requests: 20, per: '1s' } } }, [21, 22, 23, 24]],
    ['headers and queries', { match: { query: { n: '7' } }, fault: { status: 500 } }, [8]],
    ['bits flipped anew for each call', { fault: { signature: 'flipped' } }, undefined],
  ]
  test.each(RULES)('%s', async (_name, rule, struck) => {
    const { alone, together } = await both(async ({ get, control }) => {
      expect((await control.put('/scenario', { rules: [{ id: 'r', ...rule }] })).status).toBe(200)
      const seen = await inTurn(24, (n) => get(`/botanix/signed_prices/latest?n=${n}`))
      return { seen, counted: (await control.get('/scenario')).body.rules }
    })
    expect(together).toEqual(alone)
    const failed = together.seen.flatMap(({ status }, n) => (status === 200 ? [] : [n + 1]))
    if (struck !== undefined) expect(failed).toEqual(struck)
    expect(together.counted[0].fired).toBeGreaterThan(0)
  })
})

test('a request that comes back at once sees the next state, many at a time are each counted once', async () => {
  const { get, control } = await serveWith(WORKERS)
  await control.put('/scenario', { rules: [{ when: { calls: '1..10' }, fault: { status: 503 } }] })
  const seen = await Promise.all(Array.from({ length: 40 }, () => get('/arbitrum/ping')))
  expect(seen.filter(({ status }) => status === 503)).toHaveLength(10)
  expect((await control.get('/journal/count?status=503')).body).toEqual({ count: 10 })
  expect((await control.get('/journal/count')).body).toEqual({ count: 40 })
})

describe('a change is known everywhere before whoever made it is told', () => {
  const atOf = async ({ get }: Server, path = '/arbitrum/prices/tickers') =>
    new Set((await inTurn(MANY, () => get(path))).map(({ headers }) => headers['x-gmx-sim-at']))

  test('clocks', async () => {
    const server = await serveWith(WORKERS)
    expect(await atOf(server)).toEqual(new Set(['2026-03-01T12:00:00.000Z']))
    await server.control.post('/clock/advance', { by: '90s' })
    expect(await atOf(server)).toEqual(new Set(['2026-03-01T12:01:30.000Z']))
    await server.control.put('/clock', { at: '1999-01-01T00:00:00Z' })
    expect(await atOf(server)).toEqual(new Set(['1999-01-01T00:00:00.000Z']))
  })

  test('a running clock shows one time', async () => {
    const { get, control } = await serveWith(WORKERS, ['--clock', '60x', '--cache', 'off'])
    const before = Date.parse((await control.get('/clock')).body.now)
    const seen = await inTurn(MANY, () => get('/arbitrum/prices/tickers'))
    const after = Date.parse((await control.get('/clock')).body.now)
    const instants = [
      before,
      ...seen.map(({ headers }) => Date.parse(String(headers['x-gmx-sim-at']))),
      after,
    ]
    expect(instants).toEqual(instants.toSorted((a, b) => a - b))
  })

  test('scenarios, also their seed, dialect and events', async () => {
    const { alone, together } = await both(async ({ get, control }) => {
      await inTurn(MANY, () => get('/arbitrum/prices/tickers'))
      await control.put('/scenario', {
        seed: '7',
        dialect: 'observed',
        events: [{ asset: 'ETH', at: '10s', move: '-50%' }],
      })
      const before = await inTurn(MANY, () => get('/arbitrum/prices/tickers'))
      await control.post('/clock/advance', { by: '20s' })
      return [...before, ...(await inTurn(MANY, () => get('/arbitrum/prices/tickers')))]
    })
    expect(together).toEqual(alone)
    expect(new Set(together.map(({ body }) => body)).size).toBe(2)
  })

  test('sessions, made and ended', async () => {
    const { get, control } = await serveWith(WORKERS)
    expect((await control.post('/sessions', { id: 'mine', seed: '7' })).status).toBe(201)
    const path = '/s/mine/arbitrum/prices/tickers'
    const seen = await inTurn(MANY, () => get(path))
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]))
    expect(seen[0].body).not.toBe((await get('/arbitrum/prices/tickers')).body)
    expect((await control.get('/sessions')).body.sessions[0].requests).toBe(MANY)
    await control.delete('/sessions/mine')
    expect(new Set((await inTurn(MANY, () => get(path))).map(({ status }) => status))).toEqual(new Set([404]))
  })

  test('snapshots: the same requests give the same replies again', async () => {
    const { get, control } = await serveWith(WORKERS)
    await control.put('/scenario', { rules: [{ when: { chance: 0.5 }, fault: { status: 500 } }] })
    await inTurn(5, () => get('/arbitrum/ping'))
    const { id } = (await control.post('/snapshots')).body
    const first = await inTurn(MANY, () => get('/arbitrum/prices/tickers'))
    await control.post('/clock/advance', { by: '1h' })
    await control.post(`/snapshots/${id}/restore`)
    expect((await control.get('/journal/count')).body).toEqual({ count: 5 })
    expect(await inTurn(MANY, () => get('/arbitrum/prices/tickers'))).toEqual(first)
  })
})
