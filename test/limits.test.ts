/** Limits: how close they are, and what happens beyond them as docs/limits.md says. */

import request from 'supertest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANSWER_CACHE_BYTES, createByteCache } from '../src/kit/byte-cache.js'
import { MAX_HELD } from '../src/kit/clock/held-requests.js'
import { MAX_WAITS, MAX_WATCHERS } from '../src/server/control/watchers.js'
import { MAX_BODY_BYTES } from '../src/server/http/discard-body.js'
import { MAX_WAITING } from '../src/server/http/turns.js'
import type { SimulatorCore } from '../src/server/simulator.js'
import { MAX_SESSIONS } from '../src/session/session-settings.js'
import { MAX_SNAPSHOTS } from '../src/session/sessions.js'
import { MAX_STREAMS } from '../src/session/stream/session-streams.js'
import { load, oneRule } from './support/scenario.js'
import { createTestSimulator } from './support/simulator.js'
import { until } from './support/until.js'

let simulator: SimulatorCore
beforeEach(async () => {
  simulator = await createTestSimulator()
})
afterEach(() => vi.restoreAllMocks())

const control = (method: 'get' | 'post' | 'put', path: string) =>
  request(simulator.app)[method](`/__sim/v1${path}`).set('host', 'localhost')

test('health reports how close limits are', async () => {
  simulator.sessions.create('a', {})
  load(simulator.session, oneRule({ hang: true }))
  const held = request(simulator.app).get('/arbitrum/ping').buffer()
  held.end(() => {})
  await until(() => expect(simulator.session.waits.held).toBe(1))
  const { limits } = (await control('get', '/health')).body
  expect(limits).toMatchObject({
    sessions: { current: 1, max: MAX_SESSIONS },
    heldRequests: { current: 1, max: MAX_HELD },
    watchers: { current: 0, max: MAX_WATCHERS },
    streams: { current: 0, max: MAX_STREAMS },
    queuedRequests: { current: 0, max: MAX_WAITING },
  })
  simulator.session.waits.free()
})

test('requests that are held: 429 in place of being held, and nothing else changes', async () => {
  vi.spyOn(simulator.session.waits, 'isFull', 'get').mockReturnValue(true)
  for (const fault of [{ hang: true }, { delay: '1s' }, { drip: { bytesPerSecond: 1 } }]) {
    load(simulator.session, oneRule(fault))
    const reply = await request(simulator.app).get('/arbitrum/ping')
    expect(reply.status).toBe(429)
    expect(reply.body.errors).toEqual([
      'the simulator holds its maximum of requests: end some, or load another scenario',
    ])
  }
  expect(simulator.session.journal.count({ outcome: 'too-many-held', status: 429 })).toBe(3)
  load(simulator.session, oneRule({ status: 503 }))
  expect((await request(simulator.app).get('/arbitrum/ping')).status).toBe(503)
})

test('waits for the journal: 429, until one is over', async () => {
  const over = new AbortController()
  const { journal } = simulator.session
  for (let n = 0; n < MAX_WAITS; n++) void journal.waitFor({}, 2, ...(n === 0 ? [over.signal] : []))
  const asked = { count: 1, timeout: '1ms' }
  const refused = await control('post', '/journal/wait').send(JSON.stringify(asked))
  expect(refused.status).toBe(429)
  expect(refused.body.error.code).toBe('too-many-waits')
  over.abort()
  expect((await control('post', '/journal/wait').send(JSON.stringify(asked))).status).toBe(408)
})

test('a body of a control call: 413', async () => {
  const reply = await control('put', '/scenario').send(' '.repeat(MAX_BODY_BYTES + 1))
  expect([reply.status, reply.body.error.code]).toEqual([413, 'body-too-large'])
})

test.each([
  ['as many as there may be', 10_000 + 9 * 1000, 201],
  ['one more', 10_000 + 9 * 1000 + 1, 400],
])('candles that are missing between 1,000 rows in a body: %s', async (_, missing, status) => {
  const start = Date.parse('2026-01-01T00:00:00Z') / 1000
  const rows = Array.from({ length: 1000 }, (_, n) => {
    const second = start + n + Math.min(1000 * n, missing)
    return [second, 2500, 2500, 2500, 2500]
  })
  const body = JSON.stringify({ id: 'sparse', prices: { ETH: { rows, period: '1s' } } })
  const reply = await control('post', '/sessions').send(body)
  expect(reply.status).toBe(status)
  const session = simulator.sessions.find('sparse')
  if (status === 201) {
    const query = 'tokenSymbol=ETH&period=1d&limit=1'
    const { body } = await request(simulator.app).get(`/s/sparse/arbitrum/prices/candles?${query}`)
    expect(body.candles).toHaveLength(1)
  } else {
    expect(session).toBeUndefined()
    expect(reply.body.error).toMatchObject({
      code: 'bad-prices',
      message:
        'prices.ETH.rows[0][0] most rows are missing: write candles of a longer period, or of a shorter time',
    })
  }
})

test('snapshots and sessions: 429', async () => {
  for (let n = 0; n < MAX_SNAPSHOTS; n++) await simulator.sessions.state.snapshots.take(simulator.session)
  const snapshot = await control('post', '/snapshots')
  expect([snapshot.status, snapshot.body.error.code]).toEqual([429, 'too-many-snapshots'])
  for (let n = 0; n < MAX_SESSIONS; n++) simulator.sessions.create(`s-${n}`, {})
  const session = await control('post', '/sessions')
  expect([session.status, session.body.error.code]).toEqual([429, 'too-many-sessions'])
})

test('finished answers: an evicted one is recomputed', () => {
  const cache = createByteCache(ANSWER_CACHE_BYTES)
  const owner = {}
  for (let n = 0; n < 100; n++) cache.keep(owner, n, Buffer.alloc(1 << 20))
  expect(cache.heldBytes).toBeLessThanOrEqual(ANSWER_CACHE_BYTES)
  expect(cache.find(owner, 0)).toBeUndefined()
})
