/** Bugs of the simulator: a reply without their details, an entry in the log, and a server that goes on. */
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createListener } from '../../../src/server/http/listener.js'
import { startServer } from '../../../src/server/simulator.js'
import { createTestSimulator, settingsFor } from '../../support/simulator.js'

const bugs: unknown[] = []
const onBug = (error: unknown) => void bugs.push(error)
beforeEach(() => void bugs.splice(0))
afterEach(() => vi.restoreAllMocks())

const fail = () => {
  throw new Error('secret detail')
}

test('a reply that cannot be computed is 500 with a header; the message goes to the log, not to the client', async () => {
  const { context, session } = await createTestSimulator()
  vi.spyOn(session.answers, 'answer').mockImplementation(fail)
  const reply = await request(createListener({ ...context, onBug })).get('/arbitrum/prices/tickers')
  expect(reply.status).toBe(500)
  expect(reply.headers['x-gmx-sim-error']).toBe('internal')
  expect(reply.body).toEqual({ errors: ['internal error'] })
  expect(bugs.map(String)).toEqual(['Error: secret detail'])
})

test.each([
  ['a trailer without chunks', { trailer: 'x' }],
  ['a header of two lines', { 'x-a': 'b\nc' }],
  ['an invalid header name', { 'x a': 'b' }],
])('%s is 500 without what was set, and the server goes on', async (_what, headers) => {
  const running = await startServer(settingsFor(), onBug)
  onTestFinished(() => running.stop())
  const { answers } = running.session
  const { answer } = answers
  const reply = { status: 200, body: Buffer.from('{}'), asOfMs: 0, headers: { 'x-set': 'y', ...headers } }
  Object.assign(answers, { answer: () => ({ status: 200, reply: () => reply }) })
  const bad = await fetch(`${running.baseUrls.arbitrum.primary}/ping`)
  expect([bad.status, await bad.json()]).toEqual([500, { errors: ['internal error'] }])
  expect(bad.headers.get('access-control-allow-origin')).toBe('*')
  expect(bad.headers.get('x-gmx-sim-error')).toBe('internal')
  expect(bad.headers.get('x-set')).toBeNull()
  expect(bugs).toHaveLength(1)
  expect(running.session.journal.entries()).toMatchObject([
    { status: 500, outcome: 'error', met: 'error', ms: expect.any(Number) },
  ])
  expect([
    running.session.journal.count({ status: 500 }),
    running.session.journal.count({ status: 200 }),
  ]).toEqual([1, 0])
  Object.assign(answers, { answer })
  expect((await fetch(`${running.baseUrls.arbitrum.primary}/ping`)).status).toBe(200)
})

test('an error in the handler of errors is JSON without a trace, too', async () => {
  const { context, sessions } = await createTestSimulator()
  const app = createListener({ ...context, sessions: { ...sessions, find: fail }, onBug })
  const reply = await request(app).get('/s/mine/arbitrum/ping')
  expect([reply.status, reply.body]).toEqual([500, { errors: ['internal error'] }])
  expect(reply.headers['access-control-allow-origin']).toBe('*')
  expect(bugs.map(String)).toEqual(['Error: secret detail'])
})

describe('a stream of events that fails', () => {
  test('ends the connection; reporting the error throws nothing else', async () => {
    const uncaught: unknown[] = []
    for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
      const others = process.rawListeners(kind) as (() => void)[]
      process.removeAllListeners(kind).on(kind, (error) => void uncaught.push(error))
      onTestFinished(() => {
        process.removeAllListeners(kind)
        for (const listener of others) process.on(kind, listener)
      })
    }
    const running = await startServer(settingsFor(), (error) => {
      throw error
    })
    const reply = await fetch(`${running.url}/__sim/v1/watch`)
    Object.defineProperty(running.session.journal, 'mark', { get: fail })
    await expect(reply.text()).rejects.toThrow('terminated')
    await running.stop()
    expect(uncaught.map(String)).toEqual(['Error: secret detail'])
  })
})
