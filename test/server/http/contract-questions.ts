/** Requests of the contract, and how to send them. */
import { request } from 'node:http'
import { type Endpoint, isServedAt, methodsOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'
import { exampleOf, homeOf } from '../../support/simulator.js'

const LONG = 'A'.repeat(5000)

/** Queries for candles → the parameters that the errors must name, in order. */
export const BAD_QUERIES: readonly (readonly [query: string, named: readonly string[]])[] = [
  ['', ['tokenSymbol', 'period']],
  ['tokenSymbol=&period=&limit=', ['tokenSymbol', 'period', 'limit']],
  ['tokenSymbol=eth&period=1m', ['tokenSymbol']],
  ['tokenSymbol=NOPE&period=2m&limit=0', ['tokenSymbol', 'period', 'limit']],
  ['tokenSymbol=OM&period=1m', ['tokenSymbol']],
  ['tokenSymbol=ETH&tokenSymbol=BTC&period=1m&period=1m&limit=1&limit=2', ['tokenSymbol', 'period', 'limit']],
  ['tokenSymbol=__proto__&period=constructor', ['tokenSymbol', 'period']],
  ['tokenSymbol[a]=ETH&period=1m', ['tokenSymbol']],
  ['tokenSymbol=%00&period=1m', ['tokenSymbol']],
  ['tokenSymbol=%zz&period=%e0%a4%a', ['tokenSymbol', 'period']],
  [`tokenSymbol=${LONG}&period=1m`, ['tokenSymbol']],
  ...['0', '10001', '-1', '1.5', '1e3', '0x10', ' 5', '٣', 'NaN', '99999999999999999999'].map(
    (limit) => [`tokenSymbol=ETH&period=1m&limit=${encodeURIComponent(limit)}`, ['limit']] as const,
  ),
]

/** Paths at which there is nothing. */
export const NOWHERE: readonly string[] = [
  '/arbitrum/',
  '/arbitrum/prices',
  '/arbitrum/prices/ticker',
  '/arbitrum/PING',
  '/ping',
  '/arbitrum-fallback-3/ping',
  '/%zz/ping',
  '/arbitrum/%zz',
  '/__proto__/ping',
  `/${LONG}`,
  '/arbitrum/ping/more',
  '/arbitrum//ping',
  '/s/nobody/arbitrum/ping',
]

export interface Asked {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Seen {
  readonly status: number
  /** Lower-case names and values, sorted by name, without those of the connection. */
  readonly head: Readonly<Record<string, string>>
  readonly body: string
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Methods that an endpoint's path refuses. A second-generation path that may be one of an account answers GET differently. */
export function refusedBy(endpoint: Endpoint): readonly string[] {
  const methods = methodsOf(endpoint)
  const isAccountPath = endpoint.generation === 2 && !methods.includes('HEAD')
  return METHODS.filter((method) => !methods.includes(method) && !(method === 'GET' && isAccountPath))
}

/** Prefixes of the base addresses of Arbitrum that serve an endpoint. */
export const prefixesOf = (endpoint: Endpoint) =>
  BUILT_IN.of('arbitrum').flatMap((base) => (isServedAt(endpoint, base) ? [base.prefix] : []))

/** The example of an endpoint at its first base address of Arbitrum. */
export const pathOf = (endpoint: Endpoint) => `/${homeOf(endpoint, 'arbitrum')}${exampleOf(endpoint)}`

export function preflightOf(endpoint: Endpoint): Asked {
  const headers = {
    origin: 'http://dapp.test',
    'access-control-request-method': methodsOf(endpoint)[0],
    'access-control-request-headers': 'x-a',
  }
  return { path: pathOf(endpoint), method: 'OPTIONS', headers }
}

export const badQuery = (query: string) => `/arbitrum/prices/candles?${query}`

/** The first endpoint of each generation, cache window and list of methods: no other fact of an endpoint changes the way it is served. */
export const SOME: readonly Endpoint[] = [
  ...new Map(
    ENDPOINTS.toReversed().map((endpoint) => [
      [endpoint.generation ?? 1, String(endpoint.windowMs), methodsOf(endpoint)].join(),
      endpoint,
    ]),
  ).values(),
]

/** Some endpoints, each base and each error once. Long paths are shown shortened, by the mount's length sooner. */
export const QUESTIONS: readonly Asked[] = [
  ...SOME.flatMap((endpoint): Asked[] => [
    { path: pathOf(endpoint), method: methodsOf(endpoint)[0] },
    preflightOf(endpoint),
    { path: pathOf(endpoint), method: refusedBy(endpoint)[0] },
  ]),
  { path: '/arbitrum/prices/tickers', method: 'HEAD' },
  ...BUILT_IN.addresses.map(({ prefix }) => ({ path: `/${prefix}/ping` })),
  { path: '/ping', headers: { host: 'arbitrum.localhost' } },
  ...BAD_QUERIES.map(([query]) => ({ path: badQuery(query) })),
  ...NOWHERE.map((path) => ({ path })),
].filter(({ path }) => path.length < 200)

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive'])

function headOf(pairs: readonly (readonly [name: string, value: string])[]): Record<string, string> {
  const named = pairs.map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(named.filter(([name]) => !OF_THE_CONNECTION.has(name)).sort())
}

export function askBySocket(url: string, { path, method = 'GET', headers = {} }: Asked): Promise<Seen> {
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
