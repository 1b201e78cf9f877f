/** The document of the simulated API is valid, complete, and what is really answered. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS, type Endpoint, isServedAt, methodsOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS, ROUTED } from '../../../src/api/endpoints/index.js'
import type { Generation } from '../../../src/market/catalogue/bases.js'
import { BUILT_IN, NETWORKS } from '../../../src/market/catalogue/networks.js'
import type { OpenApiDocument } from '../../../src/server/openapi/document.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { mistakesIn, operationsOf, replyChecker } from '../../support/openapi.js'
import { exampleOf, startTestSimulator } from '../../support/simulator.js'

const URL_PATH = '/__sim/v1/openapi.json'
const methodOf = (endpoint: Endpoint) => methodsOf(endpoint)[0].toLowerCase()
const documentOf = async (simulator: RunningSimulator, query = '') =>
  (await (await fetch(`${simulator.url}${URL_PATH}${query}`)).json()) as OpenApiDocument

/** One of the networks that serve an endpoint, in turn: what answers is the same for all. */
function placeOf(endpoint: Endpoint, index: number) {
  const places = NETWORKS.flatMap((network) => {
    const home = BUILT_IN.of(network).find((base) => isServedAt(endpoint, base))
    return home === undefined ? [] : [[endpoint.id, network, home.prefix, endpoint] as const]
  })
  return places[index % places.length]
}

describe.each(DIALECTS)('%s', (dialect) => {
  let simulator: RunningSimulator
  let document: OpenApiDocument
  let check: ReturnType<typeof replyChecker>
  beforeAll(async () => {
    simulator = await startTestSimulator({ dialect })
    document = await documentOf(simulator)
    check = replyChecker(document)
  })
  afterAll(() => simulator.stop())

  test('a standard validator finds nothing wrong', async () => {
    expect(await mistakesIn(document)).toEqual([])
  })

  test('operations are the endpoints, by their ids', () => {
    expect(
      operationsOf(document).map(({ path, method, operation }) => [operation['operationId'], method, path]),
    ).toEqual(ROUTED.map((endpoint) => [endpoint.id, methodOf(endpoint), endpoint.path]))
  })

  // The observed dialect has its own schema of few endpoints.
  const described: readonly Endpoint[] = ENDPOINTS
  const own = described.filter((endpoint) => dialect === 'documented' || endpoint.observed !== undefined)
  const rows = own.map(placeOf)
  test.each(rows)('%s of %s answers what is documented', async (_id, network, prefix, endpoint) => {
    const method = methodOf(endpoint)
    const reply = await fetch(`${simulator.url}/${prefix}${exampleOf(endpoint, network)}`, { method })
    const body = await reply.json()
    expect(check(method, endpoint.path, reply.status, body)).toEqual([])
    // Flags have any names.
    if (endpoint.id !== 'ui-flags')
      expect(check(method, endpoint.path, 200, withStrangeKey(body))).not.toEqual([])
  })
})

describe('the document', () => {
  let simulator: RunningSimulator
  beforeAll(async () => {
    simulator = await startTestSimulator()
  })
  afterAll(() => simulator.stop())

  test('describes errors as they are answered', async () => {
    const { url } = simulator
    const check = replyChecker(await documentOf(simulator))
    const candles = `${url}/arbitrum/prices/candles`
    for (const [status, reply] of [
      [400, await fetch(candles)],
      [404, await fetch(`${url}/ethereum/prices/candles`)],
      [405, await fetch(candles, { method: 'POST' })],
    ] as const) {
      expect(reply.status).toBe(status)
      expect(check('get', '/prices/candles', status, await reply.json())).toEqual([])
    }
    expect(check('get', '/prices/candles', 504, { errors: ['timeout'] })).toEqual([])
    expect(check('get', '/ping', 500, { errors: ['db is unavailable'] })).toEqual([])
    expect(check('get', '/ping', 500, { error: 'db is unavailable' })).not.toEqual([])
    expect(() => check('get', '/ping', 400, {})).toThrow('nothing is documented')
  })

  test('an example that differs by network is a name of that network', async () => {
    const { paths } = await documentOf(simulator)
    const parameters = paths['/v1/markets/trading-capacity']['get']['parameters'] as readonly {
      readonly name: string
      readonly examples?: Readonly<Record<string, { readonly value: string }>>
    }[]
    const examples = Object.entries(parameters.find(({ name }) => name === 'symbol')?.examples ?? {})
    expect(examples.map(([network]) => network)).toEqual(NETWORKS)
    for (const [network, { value }] of examples) {
      const url = `${simulator.url}/${network}-api/v1/markets`
      const markets = (await (await fetch(url)).json()) as readonly { readonly symbol: string }[]
      expect(markets.map(({ symbol }) => symbol)).toContain(value)
    }
  })

  test('has the package’s version and the base addresses as they are reached', async () => {
    const { info, servers, openapi, paths } = await documentOf(simulator)
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect([openapi, info['version']]).toEqual(['3.1.1', version])
    const urlsOf = (generation: Generation) =>
      NETWORKS.flatMap((network) => BUILT_IN.of(network, generation)).map(
        ({ prefix }) => `${simulator.url}/${prefix}`,
      )
    expect(servers.map(({ url }) => url)).toEqual(urlsOf(1))
    const own = paths['/v1/markets/info']['get']['servers'] as typeof servers
    expect(own.map(({ url }) => url)).toEqual(urlsOf(2))
    expect(paths['/markets/info']['get']['servers']).toBeUndefined()
  })

  test('describes parameter values with defaults, choices and examples', async () => {
    const { paths } = await documentOf(simulator)
    expect(paths['/prices/candles']['get']['parameters']).toMatchObject([
      { name: 'tokenSymbol', required: true, schema: { type: 'string' }, example: 'BTC' },
      { name: 'period', required: true, schema: { enum: ['1m', '5m', '15m', '1h', '4h', '1d'] } },
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'most candles returned, 1 to 10000',
        schema: { type: 'integer', minimum: 1, maximum: 10_000, default: 1000 },
        example: 3,
      },
    ])
    expect(paths['/prices/candles']['get']['description']).toContain('15 s (1m, 5m), 60 s (15m, 1h, 4h, 1d)')
  })

  test('names the headers that replies carry, unless they are left out', async () => {
    const reply = await fetch(`${simulator.url}/arbitrum/ping`)
    const { paths } = await documentOf(simulator)
    const { headers } = (paths['/ping']['get']['responses'] as Record<string, { headers: object }>)['200']
    const sent = [...reply.headers.keys()].filter((name) => name.startsWith('x-gmx-sim'))
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(sent))
    const quiet = await startTestSimulator({ quietHeaders: 'true' })
    const document = await documentOf(quiet)
    await quiet.stop()
    expect(JSON.stringify(document)).not.toContain('x-gmx-sim')
    expect(await mistakesIn(document)).toEqual([])
  })

  test('describes another dialect on request, and rejects unknown ones', async () => {
    const documented = JSON.stringify(await documentOf(simulator, '?dialect=documented'))
    expect(documented).toBe(JSON.stringify(await documentOf(simulator)))
    expect(JSON.stringify(await documentOf(simulator, '?dialect=observed'))).not.toBe(documented)
    const reply = await fetch(`${simulator.url}${URL_PATH}?dialect=klingon`)
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: { code: 'bad-query' } }])
  })
})

/** The body with a key that no schema has: in the first row of a list, else at the top. */
function withStrangeKey(body: unknown): unknown {
  if (Array.isArray(body)) return [withStrangeKey(body[0]), ...body.slice(1)]
  return { ...(body as object), strange: true }
}
