/** Contract of every endpoint as served, derived from the endpoint list; without caches, some have the same heads and bytes. */
import { afterAll, expect, test } from 'vitest'
import { methodsOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { startPlain } from '../../support/plain.js'
import { createTestSimulator, exampleOf, startTestSimulator } from '../../support/simulator.js'
import {
  type Asked,
  askBySocket,
  BAD_QUERIES,
  badQuery,
  NOWHERE,
  pathOf,
  prefixesOf,
  preflightOf,
  QUESTIONS,
  refusedBy,
  SOME,
} from './contract-questions.js'

const served = await startTestSimulator()
afterAll(() => served?.stop())

const get = async (asked: Asked) => {
  const seen = await askBySocket(served.url, asked)
  expect(seen.head['access-control-allow-origin'], asked.path).toBe('*')
  return { ...seen, json: () => JSON.parse(seen.body) }
}

test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: its reply, HEAD, preflight, refused methods, and queries that change nothing',
  async (_id, endpoint) => {
    const methods = methodsOf(endpoint)
    const [method] = methods
    const path = pathOf(endpoint)
    const whole = await get({ path, method })
    expect(whole.status).toBe(200)
    expect(whole.head['content-type']).toBe('application/json; charset=utf-8')
    expect(whole.head['x-gmx-sim-at']).toMatch(/^2026-03-01T12:00:0\d\.\d{3}Z$/)
    expect(whole.head['access-control-expose-headers']).toContain('x-gmx-sim-at')

    if (methods.includes('HEAD')) {
      const { head, body } = await get({ path, method: 'HEAD' })
      expect(head).toEqual(whole.head)
      expect(head['content-length']).toBe(String(Buffer.byteLength(whole.body)))
      expect(body).toBe('')
    }
    const preflight = await get(preflightOf(endpoint))
    expect(preflight.status).toBe(204)
    expect(preflight.head['access-control-allow-methods']).toContain(method)
    expect(preflight.head['access-control-allow-headers']).toBe('x-a')
    for (const other of refusedBy(endpoint)) {
      const { status, head, json } = await get({ path, method: other })
      if (endpoint.generation === 2) {
        expect(status, other).toBe(501)
        expect(json()).toEqual({
          message: expect.stringContaining(`${other} ${endpoint.path} is not simulated`),
          code: 'INTERNAL_ERROR',
          traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
        })
      } else {
        expect(status, other).toBe(405)
        expect(head['allow']).toBe(methods.join(', '))
        expect(json()).toEqual({ errors: [`${other} is not allowed here, use ${method}`] })
      }
    }
    const odd = '__proto__=1&constructor=2&a[b]=c&a[b]=d&%zz=%ff&zero=%00&&=&toString'
    const slashed = path.replace(endpoint.path, `${endpoint.path}/`)
    for (const same of [`${path}${path.includes('?') ? '&' : '?'}${odd}`, slashed])
      expect((await get({ path: same, method })).body, same).toBe(whole.body)
  },
)

test.each(SOME.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: the same bytes on every base, and after a bare ?',
  async (_id, endpoint) => {
    const [method] = methodsOf(endpoint)
    const { body } = await get({ path: pathOf(endpoint), method })
    for (const prefix of prefixesOf(endpoint)) {
      const path = `/${prefix}${exampleOf(endpoint)}`
      expect((await get({ path: path.includes('?') ? path : `${path}?`, method })).body, prefix).toBe(body)
    }
  },
)

test('candles: every problem of the query is named in one 400', async () => {
  for (const [query, named] of BAD_QUERIES) {
    const { status, body, json } = await get({ path: badQuery(query) })
    expect(status, query).toBe(400)
    expect(Object.keys(json())).toEqual(['errors'])
    expect(json().errors.map((error: string) => error.split(' ')[0])).toEqual(named)
    expect(body.length).toBeLessThan(1000)
  }
})

test.each(NOWHERE)('unknown path or base is 404: %.40s', async (path) => {
  const { status, head, body, json } = await get({ path })
  expect(status).toBe(404)
  expect(json().errors).toHaveLength(1)
  expect(head['content-type']).toBe('application/json; charset=utf-8')
  expect(body.length).toBeLessThan(400)
})

test('by Express alone, without caches: the same heads and bytes', async () => {
  const { url, close } = await startPlain(await createTestSimulator())
  try {
    for (const asked of QUESTIONS)
      expect(await askBySocket(url, asked), `${asked.method} ${asked.path}`).toEqual(
        await askBySocket(served.url, asked),
      )
  } finally {
    await close()
  }
})

test('--quiet-headers drops every x-gmx-sim header', async () => {
  const { url, stop } = await startTestSimulator({ quietHeaders: 'true' })
  const { head } = await askBySocket(url, { path: '/arbitrum/ping' })
  await stop()
  expect(Object.keys(head).filter((name) => name.startsWith('x-gmx-sim'))).toEqual([])
})
