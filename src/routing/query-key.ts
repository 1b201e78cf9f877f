/** What a request asks, so that two that ask the same can be told from two that do not. */
import { ENDPOINTS } from '../endpoints/index.js'
import { pathOf, searchOf } from './locate.js'

const PARAMS: ReadonlyMap<string, readonly string[]> = new Map(
  ENDPOINTS.map(({ id, params }) => [id, Object.keys(params).sort()]),
)

/**
 * The endpoint and what it reads of the query, in one order, such as `candles period=1m tokenSymbol=ETH`: other parameters
 * ask nothing. The path, for one that is no endpoint. `url` is path and query below the base address.
 */
export function queryKeyOf(endpoint: string | null | undefined, url: string): string {
  const names = endpoint ? PARAMS.get(endpoint) : undefined
  if (names === undefined) return pathOf(url)
  const given = new URLSearchParams(searchOf(url))
  return [endpoint, ...names.flatMap((name) => given.getAll(name).map((value) => `${name}=${value}`))].join(
    ' ',
  )
}
