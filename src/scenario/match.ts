/** The `match` of a rule. All given keys must match; an empty one matches everything but preflights. */

import { ENDPOINTS } from '../api/endpoints/index.js'
import type { ApiRequest } from '../api/routing/request.js'
import * as z from '../kit/zod.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import type { ResolvedBases } from './current-base.js'
import { headers, matchedBase, network, oneOrMore, texts } from './values.js'

const endpoint = z.enum(ENDPOINTS.map(({ id }) => id)).meta({ tsName: 'EndpointId' })

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const method = z.enum(METHODS).meta({ tsName: 'Method' })

export const matchSchema = z
  .strictObject({
    network: oneOrMore(network).optional().meta({ description: 'Network, or a list of them' }),
    base: oneOrMore(matchedBase).optional().meta({
      description:
        'Base address, or a list of them; current is the one that served the most answers in the 10 s before the scenario was loaded, others the rest',
    }),
    endpoint: oneOrMore(endpoint).optional().meta({ description: 'Endpoint id, or a list of them' }),
    query: texts.optional().meta({ description: 'Query parameters and the values they must have' }),
    header: headers.optional().meta({ description: 'Request headers and the values they must have' }),
    method: oneOrMore(method)
      .optional()
      .meta({ description: 'HTTP method; a preflight matches only if OPTIONS is named' }),
  })
  .meta({ tsName: 'MatchInput' })

export type Match = z.output<typeof matchSchema> & {
  /** Present if the scenario was loaded and a base is relative. */
  readonly resolved?: ResolvedBases | undefined
}

/** The parts of a request that are equal for all requests to the same address. */
export type Target = Pick<ApiRequest, 'network' | 'base' | 'endpoint' | 'method'>

export function isSameTarget(a: Target, b: Target): boolean {
  return a.base === b.base && a.endpoint === b.endpoint && a.network === b.network && a.method === b.method
}

/** Matches requests for a rule. */
export class Matcher {
  readonly #match: Match
  readonly #header: readonly (readonly [name: string, value: string])[]
  readonly #query: readonly (readonly [name: string, value: string])[]
  /** Whether the target alone decides. */
  readonly byTarget: boolean

  constructor(match: Match) {
    this.#match = match
    this.#header = Object.entries(match.header ?? {}).map(([name, value]) => [name.toLowerCase(), value])
    this.#query = Object.entries(match.query ?? {})
    this.byTarget = this.#header.length === 0 && this.#query.length === 0
  }

  /** Whether requests for this target can match. */
  concerns({ network, base, endpoint, method }: Target): boolean {
    const match = this.#match
    return (
      includes(match.network, network) &&
      includes(basesIn(match, network), base) &&
      includes(match.endpoint, endpoint) &&
      (match.method === undefined ? method !== 'OPTIONS' : includes(match.method, method))
    )
  }

  /** Whether a request matches; called only for targets that it concerns. */
  matches(request: ApiRequest): boolean {
    if (this.byTarget) return true
    if (this.#header.some(([name, value]) => request.header(name) !== value)) return false
    if (this.#query.length === 0) return true
    const given = new URLSearchParams(request.search)
    return this.#query.every(([name, value]) => given.getAll(name).includes(value))
  }
}

/** The first key that does not match, as text; undefined if all do. */
export function mismatchOf(match: Match, request: ApiRequest): string | undefined {
  for (const key of ['network', 'base', 'endpoint', 'method'] as const) {
    const wanted: readonly string[] | undefined =
      key === 'base' ? basesIn(match, request.network) : match[key]
    const seen = request[key]
    if (includes(wanted, seen)) continue
    const relative = key === 'base' && match.resolved !== undefined ? ` (${match.base?.join(' or ')})` : ''
    return `${key} is ${seen ?? 'none'}, not ${wanted?.join(' or ')}${relative}`
  }
  if (match.method === undefined && request.method === 'OPTIONS')
    return 'method is OPTIONS, which it does not name'
  for (const [name, value] of Object.entries(match.header ?? {})) {
    const seen = request.header(name.toLowerCase())
    if (seen !== value) return `header ${name} is ${seen ?? 'missing'}, not ${value}`
  }
  const given = new URLSearchParams(request.search)
  for (const [name, value] of Object.entries(match.query ?? {})) {
    const seen = given.getAll(name)
    if (!seen.includes(value))
      return `query ${name} is ${seen.length === 0 ? 'missing' : seen.join(', ')}, not ${value}`
  }
  return undefined
}

function basesIn({ base, resolved }: Match, network: NetworkName): readonly BaseName[] | undefined {
  return resolved === undefined ? base : (resolved[network] ?? [])
}

function includes(wanted: readonly string[] | undefined, seen: string | undefined): boolean {
  return wanted === undefined || (seen !== undefined && wanted.includes(seen))
}
