/** Limits: how close they are, and what happens beyond them as docs/limits.md says. */
import request from 'supertest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_HELD } from '../src/kit/clock/held-requests.js'
import { MAX_WATCHERS } from '../src/server/control/watchers.js'
import { MAX_WAITING } from '../src/server/http/turns.js'
import type { SimulatorCore } from '../src/server/simulator.js'
import { MAX_SESSIONS } from '../src/session/session-settings.js'
import { MAX_STREAMS } from '../src/session/stream/session-streams.js'
import { load, oneRule } from './support/scenario.js'
import { createTestSimulator } from './support/simulator.js'
import { until } from './support/until.js'

let simulator: SimulatorCore
beforeEach(async () => {
  simulator = await createTestSimulator()
})
afterEach(() => vi.restoreAllMocks())

const control = (method: 'get' | 'post', path: string) =>
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

test('sessions: 429', async () => {
  for (let n = 0; n < MAX_SESSIONS; n++) simulator.sessions.create(`s-${n}`, {})
  const session = await control('post', '/sessions')
  expect([session.status, session.body.error.code]).toEqual([429, 'too-many-sessions'])
})
