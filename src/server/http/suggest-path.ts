/** Suggestions for a path without a base address. */

import { ENDPOINTS } from '../../api/endpoints/index.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { nearest } from '../../scenario/read/hints.js'

const EXAMPLE = '/prices/tickers'
const SESSION = /^\/s\/[^/]+(?=\/)/
const PATHS: ReadonlySet<string> = new Set(ENDPOINTS.flatMap(({ path, aliases = [] }) => [path, ...aliases]))

/** `did you mean /arbitrum/ping?`, or how a path begins. `mount` precedes the suggested path. */
export function suggestPath(path: string, { addresses }: Bases, mount = ''): string {
  const session = SESSION.exec(path)?.[0] ?? ''
  const root = `${mount}${session}`
  const rest = path.slice(session.length).replace(/\/$/, '')
  const [{ prefix: first }] = addresses
  if (PATHS.has(rest)) return `did you mean ${root}/${first}${rest}?`
  const [, segment, below] = /^\/([^/]*)(.*)$/.exec(rest) ?? ['', '', '']
  const meant = nearest(
    segment,
    addresses.map(({ prefix }) => prefix),
  )
  if (meant !== undefined) return `did you mean ${root}/${meant}${PATHS.has(below) ? below : ''}?`
  return `begin with a base address, such as ${root}/${first}${EXAMPLE}`
}
