/** Contract of every endpoint as served, derived from the endpoint list; every other way to serve gives the same heads and bytes. */
import type { RequestListener } from 'node:http'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methodsOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { requestOnce } from '../../../src/entrypoints/cli/get.js'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { createApp } from '../../../src/entrypoints/testing/start.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'
import { listen } from '../../../src/server/http/server.js'
import { startPlain } from '../../support/plain.js'
import { createTestSimulator, exampleOf, settingsFor, startTestSimulator } from '../../support/simulator.js'
import { BAD_QUERIES, GOOD_LIMITS, NOWHERE } from './bad-questions.js'
import {
  type Asked,
  askBySocket,
  badQuery,
  headOf,
  pathOf,
  prefixesOf,
  preflightOf,
  QUESTIONS,
  refusedBy,
  type Seen,
  type Way,
} from './contract-questions.js'

const AT = '2026-03-01T12:00:07.450Z'

let served: Way
beforeAll(async () => {
  const { url, stop } = await startTestSimulator()
  served = { ask: (asked) => askBySocket(url, asked), stop }
})
afterAll(() => served?.stop())

const get = async (asked: Asked) => {
  const seen = await served.ask(asked)
  expect(seen.head['access-control-allow-origin'], asked.path).toBe('*')
  return { ...seen, json: () => JSON.parse(seen.body) }
}

describe.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  const methods = methodsOf(endpoint)
  const [method] = methods

  test('answers in its declared shape, with the same bytes on every base', async () => {
    let first: string | undefined
    for (const prefix of prefixesOf(endpoint)) {
      const { status, head, body, json } = await get({ path: `/${prefix}${exampleOf(endpoint)}`, method })
      expect(status, prefix).toBe(200)
      expect(head['content-type']).toBe('application/json; charset=utf-8')
      expect(head['x-gmx-sim-at']).toMatch(/^2026-03-01T12:00:0\d\.\d{3}Z$/)
      expect(head['access-control-expose-headers']).toContain('x-gmx-sim-at')
      if (first === undefined) expect(endpoint.documented.schema().parse(json())).toEqual(json())
      first ??= body
      expect(body, prefix).toBe(first)
    }
  })

  test('HEAD has the head of GET, a preflight is answered 204, other methods are refused', async () => {
    const path = pathOf(endpoint)
    if (methods.includes('HEAD')) {
      const full = await get({ path })
      const { head, body } = await get({ path, method: 'HEAD' })
      expect(head).toEqual(full.head)
      expect(head['content-length']).toBe(String(Buffer.byteLength(full.body)))
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
  })

  test('unknown query keys, a bare ? and a trailing slash change nothing', async () => {
    const whole = pathOf(endpoint)
    const { body } = await get({ path: whole, method })
    const odd = '__proto__=1&constructor=2&a[b]=c&a[b]=d&%zz=%ff&zero=%00&&=&toString'
    const others = [
      `${whole}${whole.includes('?') ? '&' : '?'}${odd}`,
      whole.replace(endpoint.path, `${endpoint.path}/`),
      ...(whole.includes('?') ? [] : [`${whole}?`]),
    ]
    for (const path of others) expect((await get({ path, method })).body, path).toBe(body)
  })
})

test('every base answers by Host too, in any case and with a port', async () => {
  for (const { prefix } of BUILT_IN.addresses.filter(({ generation }) => generation === 1)) {
    const { body } = await get({ path: `/${prefix}/ping` })
    for (const host of [`${prefix}.localhost`, `${prefix}.localhost:8650`, `${prefix}.LOCALHOST`])
      expect(await get({ path: '/ping', headers: { host } }), host).toMatchObject({ status: 200, body })
  }
})

test('candles: every problem of the query is named in one 400', async () => {
  for (const [query, named] of BAD_QUERIES) {
    const { status, body, json } = await get({ path: badQuery(query) })
    expect(status, query).toBe(400)
    expect(Object.keys(json())).toEqual(['errors'])
    expect(json().errors.map((error: string) => error.split(' ')[0])).toEqual(named)
    expect(body.length).toBeLessThan(1000)
  }
})

test('candles: as many entries as the limit, 1000 without one', async () => {
  for (const limit of [...GOOD_LIMITS, undefined]) {
    const query = `tokenSymbol=ETH&period=1m${limit === undefined ? '' : `&limit=${limit}`}`
    const { json } = await get({ path: badQuery(query) })
    expect(json().candles).toHaveLength(Number(limit ?? 1000))
  }
})

test.each(NOWHERE)('unknown path or base is 404: %.40s', async (path) => {
  const { status, head, body, json } = await get({ path })
  expect(status).toBe(404)
  expect(json().errors).toHaveLength(1)
  expect(head['content-type']).toBe('application/json; charset=utf-8')
  expect(body.length).toBeLessThan(400)
})

/** Express alone, without caches. */
async function withoutCaches(): Promise<Way> {
  const { url, close } = await startPlain(await createTestSimulator())
  return { ask: (asked) => askBySocket(url, asked), stop: close }
}

/** Mounted in another app. */
async function mounted(): Promise<Way> {
  const app = express().disable('x-powered-by')
  app.use('/prices/of', createApp({ clock: { at: AT } }))
  const { origin, close } = await listen(app as RequestListener, '127.0.0.1', 0)
  const ask = async (asked: Asked) =>
    withoutMount(await askBySocket(origin, { ...asked, path: `/prices/of${asked.path}` }))
  return { ask, stop: close }
}

/** A 404 shows the path with its mount. */
function withoutMount(seen: Seen): Seen {
  const body = seen.body.replace(/(there is nothing at|did you mean|such as) \/prices\/of\//g, '$1 /')
  if (body === seen.body) return seen
  return { ...seen, body, head: { ...seen.head, 'content-length': String(Buffer.byteLength(body)) } }
}

/** `sim.fetch`, which opens no socket. */
async function inProcess(): Promise<Way> {
  const sim = await startSimulator({ clock: { at: AT } })
  return {
    async ask({ path, method = 'GET', headers: { host, ...headers } = {} }) {
      const url = host === undefined ? path : `http://${host}${path}`
      const reply = await sim.fetch(url, { method, headers })
      return { status: reply.status, head: headOf([...reply.headers]), body: await reply.text() }
    },
    stop: sim.stop,
  }
}

test.each([
  ['by Express alone, without caches', withoutCaches],
  ['mounted in another app', mounted],
  ['in process', inProcess],
])('%s: the same heads and bytes', async (_name, start) => {
  const way = await start()
  try {
    for (const asked of QUESTIONS)
      expect(await way.ask(asked), `${asked.method} ${asked.path}`).toEqual(await served.ask(asked))
  } finally {
    await way.stop()
  }
})

test('gmx-sim get prints the same bytes', async () => {
  // One of each kind: each takes a simulator of its own.
  const paths = [
    '/arbitrum/ping',
    '/avalanche-fallback/ping',
    badQuery('tokenSymbol=ETH&period=1m&limit=3'),
    badQuery('period=2m'),
    '/arbitrum/nothing',
  ]
  const second = ENDPOINTS.find(({ generation }) => generation === 2)
  for (const path of second === undefined ? paths : [...paths, pathOf(second)]) {
    const reply = await requestOnce(path, settingsFor({ at: AT }))
    expect({ status: reply.status, body: String(reply.body) }, path).toEqual(
      await served.ask({ path }).then(({ status, body }) => ({ status, body })),
    )
  }
})
