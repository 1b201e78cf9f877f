/** The document of the simulated API is valid, complete, and what is really answered. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS, type Endpoint, isServedAt, methodsOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS, ROUTED } from '../../../src/api/endpoints/index.js'
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
