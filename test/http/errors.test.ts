import request from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { createHttpApp } from '../../src/http/app.js'
import type { Simulator } from '../../src/simulator.js'
import { createTestSimulator } from '../support/simulator.js'

let simulator: Simulator
beforeAll(async () => {
  simulator = await createTestSimulator()
})
const get = (path: string) => request(simulator.app).get(path)

const GOOD = { tokenSymbol: 'ETH', period: '1m', limit: '2' }
const long = 'A'.repeat(5000)

/** Query → the parameters that the errors must name, in order. */
const BAD_QUERIES: readonly (readonly [query: string, named: readonly string[]])[] = [
  ['', ['tokenSymbol', 'period']],
  ['tokenSymbol=ETH', ['period']],
  ['period=1m', ['tokenSymbol']],
  ['tokenSymbol=&period=&limit=', ['tokenSymbol', 'period', 'limit']],
  ['tokenSymbol=eth&period=1m', ['tokenSymbol']],
  ['tokenSymbol=NOPE&period=2m&limit=0', ['tokenSymbol', 'period', 'limit']],
  ['tokenSymbol=OM&period=1m', ['tokenSymbol']],
  ['tokenSymbol=ETH&tokenSymbol=ETH&period=1m', ['tokenSymbol']],
  ['tokenSymbol=ETH&tokenSymbol=BTC&period=1m&period=1m&limit=1&limit=2', ['tokenSymbol', 'period', 'limit']],
  ['tokenSymbol=__proto__&period=constructor', ['tokenSymbol', 'period']],
  ['tokenSymbol[a]=ETH&period=1m', ['tokenSymbol']],
  ['tokenSymbol=%00&period=1m', ['tokenSymbol']],
  ['tokenSymbol=%zz&period=%e0%a4%a', ['tokenSymbol', 'period']],
  [`tokenSymbol=${long}&period=1m`, ['tokenSymbol']],
  ...['0', '10001', '-1', '1.5', '1e3', '0x10', ' 5', '٣', 'NaN', '99999999999999999999'].map(
    (limit) => [`tokenSymbol=ETH&period=1m&limit=${encodeURIComponent(limit)}`, ['limit']] as const,
  ),
]

describe('candles: every problem of the query is named in one 400', () => {
  test.each(BAD_QUERIES)('%.60s', async (query, named) => {
    const reply = await get(`/arbitrum/prices/candles?${query}`)
    expect(reply.status).toBe(400)
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(Object.keys(reply.body)).toEqual(['errors'])
    expect(reply.body.errors.map((error: string) => error.split(' ')[0])).toEqual(named)
    expect(reply.text.length).toBeLessThan(1000)
  })

  test.each(['1', '10000', '0005'])('limit %s is good', async (limit) => {
    const reply = await get(`/arbitrum/prices/candles?${new URLSearchParams({ ...GOOD, limit })}`)
    expect(reply.body.candles).toHaveLength(Number(limit))
  })

  test('without a limit there are 1000', async () => {
    expect((await get('/arbitrum/prices/candles?period=1h&tokenSymbol=ETH')).body.candles).toHaveLength(1000)
  })
})

describe('unknown paths and bases are 404', () => {
  test.each([
    '/arbitrum',
    '/arbitrum/',
    '/arbitrum/prices',
    '/arbitrum/prices/ticker',
    '/Arbitrum/ping',
    '/arbitrum/PING',
    '/ping',
    '/ethereum/ping',
    '/arbitrum-fallback-3/ping',
    '/%zz/ping',
    '/arbitrum/%zz',
    '/__proto__/ping',
    `/${long}`,
    '/arbitrum/ping/more',
    '/arbitrum//ping',
  ])('%.40s', async (path) => {
    const reply = await get(path)
    expect(reply.status).toBe(404)
    expect(reply.body.errors).toHaveLength(1)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(reply.text.length).toBeLessThan(400)
  })
})

test('a bug of ours is 500 with a header; its message goes to the log, not to the client', async () => {
  const bugs: unknown[] = []
  const session = {
    ...simulator.session,
    world: () => {
      throw new Error('secret detail')
    },
  }
  const sessions = { ...simulator.sessions, root: session }
  const app = createHttpApp({ sessions, quietHeaders: false, onBug: (error) => bugs.push(error) })
  const reply = await request(app).get('/arbitrum/prices/tickers')
  expect(reply.status).toBe(500)
  expect(reply.headers['x-gmx-sim-error']).toBe('internal')
  expect(reply.body).toEqual({ errors: ['internal error'] })
  expect(String(bugs[0])).toContain('secret detail')
})

test('quiet headers drops every x-gmx-sim header', async () => {
  const quiet = await createTestSimulator({ quietHeaders: 'true' })
  const reply = await request(quiet.app).get('/arbitrum/ping')
  expect(Object.keys(reply.headers).filter((name) => name.startsWith('x-gmx-sim'))).toEqual([])
})

describe('GET / lists the base addresses', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s is none of its methods', async (method) => {
    const reply = await request(simulator.app)[method.toLowerCase() as 'post']('/')
    expect(reply.status).toBe(405)
    expect(reply.headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(reply.body).toEqual({ errors: [`${method} is not allowed here, use GET`] })
  })

  test('those of a session below its own path, where there is one', async () => {
    simulator.sessions.create('listed', {})
    for (const path of ['/s/listed', '/s/listed/']) {
      const { body } = await get(path).set('host', '127.0.0.1:8650')
      expect(body.baseUrls.botanix.fallback).toBe('http://127.0.0.1:8650/s/listed/botanix-fallback')
    }
    expect((await get('/s/nobody/')).status).toBe(404)
  })

  test('as JSON for a program', async () => {
    const reply = await get('/').set('host', '127.0.0.1:8650')
    expect(reply.body.baseUrls.arbitrum['fallback-2']).toBe('http://127.0.0.1:8650/arbitrum-fallback-2')
    expect(Object.keys(reply.body.baseUrls)).toEqual(['arbitrum', 'avalanche', 'botanix'])
  })

  test('as a page for a browser', async () => {
    const reply = await get('/').set('accept', 'text/html,*/*;q=0.8').set('host', '127.0.0.1:8650')
    expect(reply.headers['content-type']).toContain('text/html')
    expect(reply.text).toContain('href="http://127.0.0.1:8650/avalanche/prices/tickers"')
  })
})
