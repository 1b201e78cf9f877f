/** Health probes: need no token and no control API, and are never journalled. */

import { Validator } from '@seriousme/openapi-schema-validator'
import { afterEach, describe, expect, test } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { StateLostError } from '../../../src/session/state-errors.js'
import { startTestSimulator, type Typed } from '../../support/simulator.js'

let simulator: RunningSimulator
afterEach(() => simulator.stop())

const start = async (typed: Typed = {}) => {
  simulator = await startTestSimulator(typed)
}
const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${simulator.url}/__sim/v1${path}`, init)
  const text = await response.text()
  return { response, status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

describe.each([
  ['as it is', {}],
  ['with a token', { controlToken: 'very-secret' }],
  ['without control', { noControl: 'true' }],
])('%s', (_how, typed: Typed) => {
  test('live and ready; probes are not journalled', async () => {
    await start(typed)
    for (const status of ['live', 'ready']) {
      const told = await ask(`/${status}?now`)
      expect(told.status).toBe(200)
      expect(told.body).toEqual({ status })
      expect(told.response.headers.get('cache-control')).toBe('no-store')
      expect((await ask(`/${status}`, { method: 'HEAD' })).status).toBe(200)
    }
    expect(simulator.session.journal.count({})).toBe(0)
  })

  test('only GET and HEAD are taken, and sessions have no such calls', async () => {
    await start(typed)
    const { status, response, body } = await ask('/ready', { method: 'POST' })
    expect([status, response.headers.get('allow'), body.error.code]).toEqual([
      405,
      'GET, HEAD',
      'wrong-method',
    ])
    simulator.sessions.create('mine', {})
    expect((await fetch(`${simulator.url}/s/mine/__sim/v1/live`)).status).not.toBe(200)
  })
})

test('requests by foreign host names are answered, as through a load balancer', async () => {
  await start()
  const { request } = await import('node:http')
  const status = await new Promise((resolve) => {
    const asked = request(
      `${simulator.url}/__sim/v1/ready`,
      { headers: { host: '10.1.2.3:8650' } },
      (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      },
    )
    asked.end()
  })
  expect(status).toBe(200)
})

test('it lives without its store, and is not ready', async () => {
  await start()
  const { state } = simulator.sessions
  const { requireCurrent } = state
  let isLost = true
  Object.assign(state, {
    requireCurrent() {
      if (isLost) throw new StateLostError()
      requireCurrent()
    },
  })
  expect((await ask('/live')).status).toBe(200)
  const { status, body } = await ask('/ready')
  expect([status, body.error.code, body.error.message]).toEqual([
    503,
    'store',
    'this replica has lost its store',
  ])
  isLost = false
  expect((await ask('/ready')).status).toBe(200)
})

test('it lives while it ends, and is not ready', async () => {
  await start()
  simulator.context.readiness.leave()
  expect((await ask('/live')).status).toBe(200)
  const { status, body } = await ask('/ready')
  expect([status, body.error.code]).toEqual([503, 'draining'])
  expect((await fetch(`${simulator.url}/arbitrum/ping`)).status).toBe(200)
})

test('the OpenAPI document has both, open to anybody', async () => {
  await start({ controlToken: 'very-secret' })
  const { body } = await ask('/control-openapi.json')
  expect((await new Validator().validate(body)).valid).toBe(true)
  for (const path of ['/live', '/ready']) expect(body.paths[path].get.security).toEqual([])
  expect(Object.keys(body.paths['/ready'].get.responses)).toEqual(['200', '500', '503'].sort())
  expect(Object.keys(body.paths['/live'].get.responses)).not.toContain('503')
})
