/** Suggestions for a path without a base address. */

import { type Endpoint, isServedAt } from '../../api/endpoints/define.js'
import { ENDPOINTS } from '../../api/endpoints/index.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { nearest } from '../../scenario/read/hints.js'

const EXAMPLE = '/prices/tickers'
const SESSION = /^\/s\/[^/]+(?=\/)/
/** The endpoint of a path, the first generation's before another's. */
const PATHS: ReadonlyMap<string, Endpoint> = new Map(
  ENDPOINTS.toReversed().flatMap((endpoint: Endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => [path, endpoint] as const),
  ),
)

/** `did you mean /arbitrum/ping?`, or how a path begins. `mount` precedes the suggested path. */
export function suggestPath(path: string, { addresses }: Bases, mount = ''): string {
  const session = SESSION.exec(path)?.[0] ?? ''
  const root = `${mount}${session}`
  const rest = path.slice(session.length).replace(/\/$/, '')
  const [{ prefix: first }] = addresses
  const asked = PATHS.get(rest)
  const home = asked && addresses.find((address) => isServedAt(asked, address))
  if (home !== undefined) return `did you mean ${root}/${home.prefix}${rest}?`
  const [, segment, below] = /^\/([^/]*)(.*)$/.exec(rest) ?? ['', '', '']
  const meant = nearest(
    segment,
    addresses.map(({ prefix }) => prefix),
  )
  if (meant !== undefined) return `did you mean ${root}/${meant}${PATHS.has(below) ? below : ''}?`
  return `begin with a base address, such as ${root}/${first}${EXAMPLE}`
}
