/** The `match` of a rule. All given keys must match; an empty one matches everything but preflights. */

import * as z from 'zod'
import { ROUTED } from '../api/endpoints/index.js'
import type { ApiRequest } from '../api/routing/request.js'
import { groupBy } from '../kit/maps.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import type { Delay } from './faults/delay.js'
import type { When } from './trigger.js'
import { matchedBase, matchedHeaders, network, oneOrMore, optional, RELATIVE_BASES, texts } from './values.js'

const endpoint = z.enum(ROUTED.map(({ id }) => id)).meta({ tsName: 'EndpointId' })

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const method = z.enum(METHODS).meta({ tsName: 'Method' })

export const matchSchema = z
  .strictObject({
    network: optional(oneOrMore(network), 'Network, or a list of them'),
    base: optional(
      oneOrMore(matchedBase),
      'Base address, or a list of them; current is the one that served the most answers in the 10 s before the scenario was loaded, others the rest',
    ),
    endpoint: optional(oneOrMore(endpoint), 'Endpoint id, or a list of them'),
    query: optional(texts, 'Query parameters and the values they must have'),
    header: optional(matchedHeaders, 'Request headers and the values they must have'),
    method: optional(oneOrMore(method), 'HTTP method; a preflight matches only if OPTIONS is named'),
  })
  .meta({ tsName: 'MatchInput' })

/** The bases that a match is about, by network. */
export type ResolvedBases = Readonly<Record<string, readonly BaseName[]>>

export type Match = z.output<typeof matchSchema> & {
  /** Present if the scenario was loaded and a base is relative. */
  readonly resolved?: ResolvedBases | undefined
}

/** A parsed rule. */
export interface Rule {
  /** `rule-1`, `rule-2`, … if none was written. */
  readonly id: string
  readonly match?: Match | undefined
  readonly when?: When | undefined
  readonly fault: { readonly [key: string]: unknown; readonly delay?: Delay | undefined }
}

/** The parts of a request that are equal for all requests to the same address. */
export type Target = Pick<ApiRequest, 'network' | 'base' | 'endpoint' | 'method'>

/** The first key that keeps all requests for a target from matching, as text; undefined if none does. */
export function targetMismatch(match: Match, target: Target): string | undefined {
  const bases = match.resolved === undefined ? match.base : (match.resolved[target.network] ?? [])
  for (const key of ['network', 'base', 'endpoint', 'method'] as const) {
    const wanted: readonly string[] | undefined = key === 'base' ? bases : match[key]
    const seen = target[key]
    if (wanted === undefined || (seen !== undefined && wanted.includes(seen))) continue
    const relative = key === 'base' && match.resolved !== undefined ? ` (${match.base?.join(' or ')})` : ''
    return `${key} is ${seen ?? 'none'}, not ${wanted.join(' or ')}${relative}`
  }
  return match.method === undefined && target.method === 'OPTIONS'
    ? 'method is OPTIONS, which it does not name'
    : undefined
}

/** Whether a name of a match depends on the base in use. */
export function isRelative(base: BaseName): boolean {
  return RELATIVE_BASES.some((name) => name === base)
}

/** Networks and bases of a match; several places where its networks differ in the base in use. */
export function placesOf({ network, base, resolved }: Match): {
  readonly networks?: readonly NetworkName[]
  readonly bases?: readonly BaseName[]
}[] {
  if (resolved === undefined) return [{ ...(network && { networks: network }), ...(base && { bases: base }) }]
  const alike = groupBy(Object.entries(resolved), ([, bases]) => bases.join())
  return [...alike.values()].map((places) => ({
    networks: places.map(([network]) => network),
    bases: places[0]![1],
  }))
}
