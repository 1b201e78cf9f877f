/** What holds for every endpoint, in process and over a socket: the tests loop over the endpoint list itself. */
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE_ADDRESSES } from '../../src/catalogue/networks.js'
import { ENDPOINTS } from '../../src/endpoints/index.js'
import type { RunningSimulator, Simulator } from '../../src/simulator.js'
import { createTestSimulator, exampleOf, startTestSimulator } from '../support/simulator.js'

let inProcess: Simulator
let served: RunningSimulator
beforeAll(async () => {
  inProcess = await createTestSimulator()
  served = await startTestSimulator()
})
afterAll(() => served.stop())

const cases = ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const)
const get = (path: string) => fetch(`${served.url}${path}`)
const textOf = async (path: string) => (await get(path)).text()

describe.each(cases)('%s', (_id, endpoint) => {
  const example = exampleOf(endpoint)

  test.each(BASE_ADDRESSES.map(({ prefix }) => prefix))(
    'answers below %s in its declared shape',
    async (prefix) => {
      const reply = await get(`/${prefix}${example}`)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(reply.headers.get('access-control-allow-origin')).toBe('*')
      expect(reply.headers.get('x-gmx-sim-at')).toMatch(/^2026-03-01T12:00:0\d\.\d{3}Z$/)
      expect(reply.headers.get('access-control-expose-headers')).toContain('x-gmx-sim-at')
      const body = await reply.json()
      expect(endpoint.dialects.documented.schema().parse(body)).toEqual(body)
    },
  )

  test('says the same in process as over a socket, on every base, by path and by Host', async () => {
    const overSocket = await textOf(`/arbitrum${example}`)
    const reply = await request(inProcess.app).get(`/arbitrum${example}`)
    expect(reply.text).toBe(overSocket)
    expect(await textOf(`/arbitrum-fallback-2${example}`)).toBe(overSocket)
    for (const host of ['arbitrum.localhost:8650', 'arbitrum-fallback.localhost', 'ARBITRUM.localhost'])
      expect((await request(inProcess.app).get(example).set('host', host)).text, host).toBe(overSocket)
  })

  test('HEAD has the head of GET and no body', async () => {
    const url = `${served.url}/botanix${example}`
    const [full, head] = await Promise.all([fetch(url), fetch(url, { method: 'HEAD' })])
    const names = ['content-type', 'content-length', 'access-control-allow-origin', 'x-gmx-sim-at']
    expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => full.headers.get(name)))
    expect(head.headers.get('content-length')).toBe(String((await full.arrayBuffer()).byteLength))
    expect(await head.text()).toBe('')
  })

  test('a preflight is answered 204', async () => {
    const headers = {
      origin: 'http://dapp.test',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-a',
    }
    const reply = await fetch(`${served.url}/arbitrum${endpoint.path}`, { method: 'OPTIONS', headers })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('access-control-allow-methods')).toContain('GET')
    expect(reply.headers.get('access-control-allow-headers')).toBe('x-a')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused with 405', async (method) => {
    const reply = await fetch(`${served.url}/arbitrum${endpoint.path}`, { method })
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(await reply.json()).toEqual({ errors: [`${method} is not allowed here, use GET`] })
  })

  test('unknown query keys, a bare ? and a trailing slash change nothing', async () => {
    const plain = await textOf(`/avalanche${example}`)
    const odd = '__proto__=1&constructor=2&a[b]=c&a[b]=d&%zz=%ff&zero=%00&&=&toString'
    expect(await textOf(`/avalanche${example}${example.includes('?') ? '&' : '?'}${odd}`)).toBe(plain)
    if (!example.includes('?')) expect(await textOf(`/avalanche${example}?`)).toBe(plain)
    expect(await textOf(`/avalanche${example.replace(endpoint.path, `${endpoint.path}/`)}`)).toBe(plain)
  })
})
