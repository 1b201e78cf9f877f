/** Contract of every endpoint over every transport; the tests loop over the endpoint list. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isServedAt, methodsOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'
import { exampleOf, homeOf } from '../../support/simulator.js'
import { BAD_QUERIES, GOOD_LIMITS, NOWHERE } from './bad-questions.js'

/** A way to serve, frozen at 2026-03-01T12:00:07.450Z. */
export interface Way {
  ask(asked: Asked): Promise<Omit<Seen, 'asked'>>
  stop(): Promise<unknown>
}

export interface Asked {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Seen {
  readonly asked: Asked
  readonly status: number
  /** Names in small letters and values, by name, but for what Node adds about time and connection. */
  readonly head: Readonly<Record<string, string>>
  readonly body: string
}

/** Endpoints and bodies whose shape was checked. */
const VALID = new Set<string>()

/**
 * Declares the suite; each question is asked `times` times. Returns what will have been seen of the last of them. `isCached` is
 * false where each base computes its replies anew: then only ping is asked at more than one base of a network.
 */
export function contractSuite(start: () => Promise<Way>, times: number, isCached = true): readonly Seen[] {
  const all: Seen[] = []
  let way: Way
  beforeAll(async () => {
    way = await start()
  })
  afterAll(() => way.stop())

  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const asked = { path, method, headers }
    let seen = await way.ask(asked)
    for (let n = 1; n < times; n++) seen = await way.ask(asked)
    all.push({ asked, ...seen })
    return { ...seen, json: () => JSON.parse(seen.body) }
  }

  describe.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
    const [example, avalancheExample, botanixExample] = (['arbitrum', 'avalanche', 'botanix'] as const).map(
      (network) => exampleOf(endpoint, network),
    )
    const [arbitrum, avalanche, botanix] = (['arbitrum', 'avalanche', 'botanix'] as const).map((network) =>
      homeOf(endpoint, network),
    )
    const serving = BUILT_IN.addresses.filter((address) => isServedAt(endpoint, address))
    const bases = serving.filter(
      ({ network }, index) =>
        isCached || endpoint.id === 'ping' || serving.findIndex((each) => each.network === network) === index,
    )
    const isFirst = bases[0].generation === 1
    const methods = methodsOf(endpoint)
    const [method] = methods
    const textOf = async (path: string, headers: Record<string, string> = {}) =>
      (await get(path, headers, method)).body

    test.each(bases)('answers below $prefix in its declared shape', async ({ prefix, network }) => {
      const path = `/${prefix}${exampleOf(endpoint, network)}`
      const { status, head, body, json } = await get(path, {}, method)
      expect(status).toBe(200)
      expect(head['content-type']).toBe('application/json; charset=utf-8')
      expect(head['access-control-allow-origin']).toBe('*')
      expect(head['x-gmx-sim-at']).toMatch(/^2026-03-01T12:00:0\d\.\d{3}Z$/)
      expect(head['access-control-expose-headers']).toContain('x-gmx-sim-at')
      // Bases of a network give the same bytes, in every way.
      const checked = `${endpoint.id} ${body}`
      if (VALID.has(checked)) return
      expect(endpoint.documented.schema().parse(json())).toEqual(json())
      VALID.add(checked)
    })

    test('says the same on every base, by path and by Host', async () => {
      const byPath = await textOf(`/${arbitrum}${example}`)
      for (const { network, prefix } of bases) {
        if (network !== 'arbitrum') continue
        expect(await textOf(`/${prefix}${example}`)).toBe(byPath)
        const host = `${prefix}.localhost`
        const others = endpoint.id === 'ping' ? [`${host}:8650`, host.toUpperCase()] : []
        for (const each of [host, ...others]) expect(await textOf(example, { host: each }), each).toBe(byPath)
      }
    })

    if (methods.includes('HEAD'))
      test('HEAD has the head of GET and no body', async () => {
        const full = await get(`/${botanix}${botanixExample}`)
        const head = await get(`/${botanix}${botanixExample}`, {}, 'HEAD')
        expect(head.head).toEqual(full.head)
        expect(head.head['content-length']).toBe(String(Buffer.byteLength(full.body)))
        expect(head.body).toBe('')
      })

    test('a preflight is answered 204', async () => {
      const headers = {
        origin: 'http://dapp.test',
        'access-control-request-method': method,
        'access-control-request-headers': 'x-a',
      }
      const { status, head } = await get(`/${arbitrum}${endpoint.path}`, headers, 'OPTIONS')
      expect(status).toBe(204)
      expect(head['access-control-allow-origin']).toBe('*')
      expect(head['access-control-allow-methods']).toContain(method)
      expect(head['access-control-allow-headers']).toBe('x-a')
    })

    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      // A reading method on a path that may be one of an account is answered 404 or 405.
      (other) => !methods.includes(other) && (isFirst || other !== 'GET' || methods.includes('HEAD')),
    )
    test.each(isFirst ? [] : others)('%s is refused with 501', async (other) => {
      const { status, head, json } = await get(`/${arbitrum}${endpoint.path}`, {}, other)
      expect(status).toBe(501)
      expect(head['access-control-allow-origin']).toBe('*')
      expect(json()).toEqual({
        message: expect.stringContaining(`${other} ${endpoint.path} is not simulated`),
        code: 'INTERNAL_ERROR',
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
    })

    test.each(isFirst ? others : [])('%s is refused with 405', async (other) => {
      const { status, head, json } = await get(`/arbitrum${endpoint.path}`, {}, other)
      expect(status).toBe(405)
      expect(head['allow']).toBe(methods.join(', '))
      expect(head['access-control-allow-origin']).toBe('*')
      expect(json()).toEqual({ errors: [`${other} is not allowed here, use ${method}`] })
    })

    test('unknown query keys, a bare ? and a trailing slash change nothing', async () => {
      const whole = `/${avalanche}${avalancheExample}`
      const plain = await textOf(whole)
      const odd = '__proto__=1&constructor=2&a[b]=c&a[b]=d&%zz=%ff&zero=%00&&=&toString'
      expect(await textOf(`${whole}${whole.includes('?') ? '&' : '?'}${odd}`)).toBe(plain)
      if (!whole.includes('?')) expect(await textOf(`${whole}?`)).toBe(plain)
      expect(await textOf(whole.replace(endpoint.path, `${endpoint.path}/`))).toBe(plain)
    })
  })

  describe('candles: every problem of the query is named in one 400', () => {
    test.each(BAD_QUERIES)('%.60s', async (query, named) => {
      const { status, head, body, json } = await get(`/arbitrum/prices/candles?${query}`)
      expect(status).toBe(400)
      expect(head['access-control-allow-origin']).toBe('*')
      expect(Object.keys(json())).toEqual(['errors'])
      expect(json().errors.map((error: string) => error.split(' ')[0])).toEqual(named)
      expect(body.length).toBeLessThan(1000)
    })

    test.each(GOOD_LIMITS)('limit %s is good', async (limit) => {
      const query = new URLSearchParams({ tokenSymbol: 'ETH', period: '1m', limit })
      const { json } = await get(`/arbitrum/prices/candles?${query}`)
      expect(json().candles).toHaveLength(Number(limit))
    })

    test('1000 entries without a limit', async () => {
      const { json } = await get('/arbitrum/prices/candles?period=1h&tokenSymbol=ETH')
      expect(json().candles).toHaveLength(1000)
    })
  })

  describe('unknown paths and bases are 404', () => {
    test.each(NOWHERE)('%.40s', async (path) => {
      const { status, head, body, json } = await get(path)
      expect(status).toBe(404)
      expect(json().errors).toHaveLength(1)
      expect(head['content-type']).toBe('application/json; charset=utf-8')
      expect(head['access-control-allow-origin']).toBe('*')
      expect(body.length).toBeLessThan(400)
    })
  })
  return all
}

/** A long path that leads nowhere is shown shortened, by the mount's length sooner. */
export const isShort = ({ asked }: Seen) => asked.path.length < 200

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive'])

export function headOf(pairs: readonly (readonly [name: string, value: string])[]): Record<string, string> {
  const named = pairs.map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(named.filter(([name]) => !OF_THE_CONNECTION.has(name)).sort())
}

export function askBySocket(url: string, { path, method, headers }: Asked): Promise<Omit<Seen, 'asked'>> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const asked = request({ hostname, port, path, headers, method }, async (reply) => {
      const pairs = reply.rawHeaders.flatMap((name, i, raw) =>
        i % 2 === 0 ? [[name, raw[i + 1]] as const] : [],
      )
      reply.setEncoding('utf8').once('error', reject)
      let body = ''
      for await (const text of reply) body += text
      resolve({ status: reply.statusCode as number, head: headOf(pairs), body })
    })
    asked.once('error', reject).end()
  })
}
