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

test('a bug of ours is 500 with a header; its message goes to the log, not to the client', async () => {
  const bugs: unknown[] = []
  const session = {
    ...simulator.session,
    answer: () => {
      throw new Error('secret detail')
    },
  }
  const sessions = { ...simulator.sessions, root: session }
  const app = createHttpApp({ ...simulator.context, sessions, onBug: (error) => bugs.push(error) })
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
