/** The header Date is of the session's clock, as are all times of a reply. */
import express from 'express'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createApp,
  type Simulator,
  type SimulatorSession,
  startSimulator,
} from '../../../src/entrypoints/index.js'

const AT = '2026-03-01T12:00:00.900Z'
const DATE = 'Sun, 01 Mar 2026 12:00:00 GMT'

let sim: Simulator
let session: SimulatorSession
beforeAll(async () => {
  sim = await startSimulator({ clock: { mode: 'frozen', at: '2031-07-01T00:00:00Z' } })
  session = await sim.session({ clock: { mode: 'frozen', at: AT } })
})
afterAll(() => sim.stop())
beforeEach(() => session.reset())

const WAYS = [
  ['over a socket', async (path: string, init?: RequestInit) => fetch(`${session.url}${path}`, init)],
  ['in process', (path: string, init?: RequestInit) => session.fetch(path, init)],
] as const

describe.each(WAYS)('%s', (_name, ask) => {
  test.each([
    ['a reply', '/arbitrum/prices/tickers', {}],
    ['a reply of the second generation', '/arbitrum-api/v1/tokens', {}],
    ['a preflight', '/arbitrum/ping', { method: 'OPTIONS' }],
    ['a bad query', '/arbitrum/prices/candles', {}],
    ['an unknown base', '/nothing/ping', {}],
  ])('%s, also after the clock has moved', async (_name, path, init) => {
    expect((await ask(path, init)).headers.get('date')).toBe(DATE)
    await session.clock.advance('1h')
    expect((await ask(path, init)).headers.get('date')).toBe('Sun, 01 Mar 2026 13:00:00 GMT')
  })

  test.each([{ status: 503 }, { stale: '1h' }, { truncate: 0.5 }, { malformed: 'chunk' }] as const)(
    'a reply of a rule with %j',
    async (fault) => {
      await session.loadScenario({ rules: [{ fault }] })
      const reply = await ask('/arbitrum/prices/tickers')
      await reply.text().catch(() => {})
      expect(reply.headers.get('date')).toBe(DATE)
    },
  )

  test('Retry-After as a date is on the same clock', async () => {
    await session.loadScenario({ rules: [{ fault: { status: 503, retryAfter: { date: '30s' } } }] })
    const { headers } = await ask('/arbitrum/ping')
    const [date, until] = ['date', 'retry-after'].map((name) => Date.parse(headers.get(name) ?? ''))
    expect(until - date).toBe(31_000)
  })
})

test('replies with remembered heads have the date of their own session', async () => {
  const dateAt = async (url: string) => (await fetch(`${url}/arbitrum/ping`)).headers.get('date')
  for (let round = 0; round < 2; round++)
    expect([await dateAt(session.url), await dateAt(sim.url)]).toEqual([
      DATE,
      'Tue, 01 Jul 2031 00:00:00 GMT',
    ])
})

test('below an app that has set headers of its own, which keep their values', async () => {
  const app = express()
  app.use(await createApp({ clock: { mode: 'frozen', at: AT } }))
  for (let round = 0; round < 2; round++) {
    const { headers } = await request(app).get('/arbitrum/ping')
    expect([headers['x-powered-by'], headers.date]).toEqual(['Express', DATE])
  }
})

test.each(['/', '/__sim/v1/clock'])('%s is the simulator itself: its date is real', async (path) => {
  const reply = await fetch(`${session.url}${path}`)
  expect(new Date(reply.headers.get('date') ?? '').getUTCFullYear()).toBe(new Date().getUTCFullYear())
})
