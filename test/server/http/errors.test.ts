import { createHash } from 'node:crypto'
import request from 'supertest'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { createListener } from '../../../src/server/http/listener.js'
import { createLocalFetch } from '../../../src/server/http/local/fetch.js'
import { type RunningSimulator, startServer } from '../../../src/server/simulator.js'
import { createTestSimulator, settingsFor } from '../../support/simulator.js'

const simulator = await createTestSimulator()
afterEach(() => vi.restoreAllMocks())
const get = (path: string) => request(simulator.app).get(path)

test('a bug of ours is 500 with a header; its message goes to the log, not to the client', async () => {
  const bugs: unknown[] = []
  vi.spyOn(simulator.session, 'answer').mockImplementation(() => {
    throw new Error('secret detail')
  })
  const app = createListener({ ...simulator.context, onBug: (error) => bugs.push(error) })
  const reply = await request(app).get('/arbitrum/prices/tickers')
  expect(reply.status).toBe(500)
  expect(reply.headers['x-gmx-sim-error']).toBe('internal')
  expect(reply.body).toEqual({ errors: ['internal error'] })
  expect(String(bugs[0])).toContain('secret detail')
})

describe('a reply that cannot be sent', () => {
  const started: RunningSimulator[] = []
  afterAll(() => Promise.all(started.map(({ stop }) => stop())))

  test.each([
    ['a trailer without chunks', { trailer: 'x' }],
    ['a header of two lines', { 'x-a': 'b\nc' }],
    ['a name that is none', { 'x a': 'b' }],
  ])('%s: 500 without what was set, and the server goes on', async (_what, headers) => {
    const bugs: unknown[] = []
    const running = await startServer(settingsFor(), (error) => bugs.push(error))
    started.push(running)
    const { answer } = running.session
    const reply = { status: 200, body: Buffer.from('{}'), asOfMs: 0, headers: { 'x-set': 'y', ...headers } }
    Object.assign(running.session, { answer: () => ({ status: 200, reply: () => reply }) })
    const bad = await fetch(`${running.baseUrls.arbitrum.primary}/ping`)
    expect(bad.status).toBe(500)
    expect(await bad.json()).toEqual({ errors: ['internal error'] })
    expect(bad.headers.get('access-control-allow-origin')).toBe('*')
    expect(bad.headers.get('x-gmx-sim-error')).toBe('internal')
    expect(bad.headers.get('x-set')).toBeNull()
    expect(bugs).toHaveLength(1)
    Object.assign(running.session, { answer })
    expect((await fetch(`${running.baseUrls.arbitrum.primary}/ping`)).status).toBe(200)
  })
})

test('an error in the handler of errors is JSON without a trace, too', async () => {
  const bugs: unknown[] = []
  const find = () => {
    throw new Error('secret detail')
  }
  const sessions = { ...simulator.sessions, find }
  const app = createListener({ ...simulator.context, sessions, onBug: (error) => bugs.push(error) })
  const reply = await request(app).get('/s/mine/arbitrum/ping')
  expect(reply.status).toBe(500)
  expect(reply.body).toEqual({ errors: ['internal error'] })
  expect(reply.headers['access-control-allow-origin']).toBe('*')
  expect(String(bugs[0])).toContain('secret detail')
})

describe('a session that fails to say the time', () => {
  const failing = () => {
    throw new Error('secret detail')
  }

  test.each(['/arbitrum/ping', '/nope', '/'])('500 for %s, which names no instant', async (path) => {
    const bugs: unknown[] = []
    const { sessions, context } = await createTestSimulator()
    Object.assign(sessions.root, { nowMs: failing })
    const listener = createListener({ ...context, onBug: (error) => bugs.push(error) })
    const reply = await request(listener)[path === '/' ? 'put' : 'get'](path)
    expect(reply.status).toBe(500)
    expect(reply.body).toEqual({ errors: ['internal error'] })
    expect(reply.headers['x-gmx-sim-at']).toBeUndefined()
    expect(bugs.map(String)).toEqual(['Error: secret detail'])
  })

  test.each(['/arbitrum/ping', '/nope'])('in process, too: %s', async (path) => {
    const bugs: unknown[] = []
    const { session, context } = await createTestSimulator()
    const url = 'http://127.0.0.1:8650'
    const noting = { ...context, onBug: (error: unknown) => bugs.push(error) }
    const fetch = createLocalFetch({ context: noting, app: createListener(noting) }, session, url)
    Object.assign(session, { nowMs: failing })
    const reply = await fetch(path)
    expect([reply.status, reply.headers.get('x-gmx-sim-at')]).toEqual([500, null])
    expect(bugs.map(String)).toEqual(['Error: secret detail'])
  })
})

describe('a stream of events that fails', () => {
  const KINDS = ['uncaughtException', 'unhandledRejection'] as const
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  const others = KINDS.map((kind) => process.rawListeners(kind) as (() => void)[])
  afterEach(() => {
    for (const [index, kind] of KINDS.entries()) {
      process.removeAllListeners(kind)
      for (const listener of others[index]) process.on(kind, listener)
    }
  })
  const noteUncaught = () => {
    for (const kind of KINDS) process.removeAllListeners(kind).on(kind, note)
  }

  test('ends the connection; reporting the error throws nothing else', async () => {
    noteUncaught()
    const running = await startServer(settingsFor(), (error) => {
      throw error
    })
    const reply = await fetch(`${running.url}/__sim/v1/watch`)
    Object.defineProperty(running.session.journal, 'mark', {
      get() {
        throw new Error('secret detail')
      },
    })
    await expect(reply.text()).rejects.toThrow('terminated')
    await running.stop()
    expect(uncaught.map(String)).toEqual(['Error: secret detail'])
  })

  test('is not reported as a bug after the server has stopped', async () => {
    const bugs: unknown[] = []
    const running = await startServer(settingsFor(), (error) => bugs.push(error))
    let fail = () => {}
    const reply = await fetch(`${running.url}/__sim/v1/watch`)
    await new Promise<void>((reading) => {
      vi.spyOn(running.sessions.state, 'read').mockImplementation(() => {
        reading()
        return new Promise((_resolve, reject) => {
          fail = () => reject(new Error('the store is closed'))
        })
      })
    })
    await running.stop()
    fail()
    expect(await reply.text()).toContain('event: end')
    expect(bugs).toEqual([])
  })
})

test('quiet headers drops every x-gmx-sim header', async () => {
  const quiet = await createTestSimulator({ quietHeaders: 'true' })
  const reply = await request(quiet.app).get('/arbitrum/ping')
  expect(Object.keys(reply.headers).filter((name) => name.startsWith('x-gmx-sim'))).toEqual([])
})

describe('GET / lists the base addresses', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s is not allowed', async (method) => {
    const reply = await request(simulator.app)[method.toLowerCase() as 'post']('/')
    expect(reply.status).toBe(405)
    expect(reply.headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(reply.body).toEqual({ errors: [`${method} is not allowed here, use GET`] })
  })

  test('those of a session are below its path, if it exists', async () => {
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
    expect(Object.keys(reply.body.baseUrls)).toEqual(NETWORKS)
  })

  test('as a page for a browser', async () => {
    const reply = await get('/').set('accept', 'text/html,*/*;q=0.8').set('host', '127.0.0.1:8650')
    expect(reply.headers['content-type']).toContain('text/html')
    expect(reply.text).toContain('href="http://127.0.0.1:8650/avalanche/prices/tickers"')
    const [, script] = /<script>([\s\S]*?)<\/script>/.exec(reply.text) ?? []
    expect(reply.text.split('<script')).toHaveLength(2)
    const hash = createHash('sha256').update(script).digest('base64')
    expect(reply.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';`)
  })
})
