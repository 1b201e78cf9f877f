/** Health probes: need no token and no control API, and are never journalled. */

import request from 'supertest'
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
    const { status, response } = await ask('/ready', { method: 'POST' })
    expect([status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    simulator.sessions.create('mine', {})
    expect((await fetch(`${simulator.url}/s/mine/__sim/v1/live`)).status).not.toBe(200)
  })
})

test('requests by foreign host names are answered, as through a load balancer', async () => {
  await start()
  const reply = await request(simulator.app).get('/__sim/v1/ready').set('host', '10.1.2.3:8650')
  expect(reply.status).toBe(200)
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
  expect(status).toBe(503)
  expect(body.error).toMatchObject({ code: 'store', message: 'this replica has lost its store' })
  isLost = false
  expect((await ask('/ready')).status).toBe(200)
})
