import { pathOf, searchOf } from '../routing/locate.js'
import { ROUTED } from './index.js'

const PARAMS: ReadonlyMap<string, readonly string[]> = new Map(
  ROUTED.map(({ id, params }) => [id, Object.keys(params).sort()]),
)

/**
 * A canonical key such as `candles period=1m tokenSymbol=ETH`, without unknown parameters; the path for unknown endpoints. `url` is
 * path and query below the base address.
 */
export function queryKeyOf(endpoint: string | null | undefined, url: string): string {
  const names = endpoint ? PARAMS.get(endpoint) : undefined
  if (names === undefined) return pathOf(url)
  const given = new URLSearchParams(searchOf(url))
  return [endpoint, ...names.flatMap((name) => given.getAll(name).map((value) => `${name}=${value}`))].join(
    ' ',
  )
}
