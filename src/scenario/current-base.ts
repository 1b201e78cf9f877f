/** Relative base names of matches, resolved for each network when a scenario is loaded: the base in use, and the others. */
import { type BaseAddress, type Bases, GENERATIONS } from '../market/catalogue/bases.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import { RELATIVE_BASES } from './values.js'

/** How far back answers count, in virtual time. */
export const RECENT_MS = 10_000

/** The bases that a match is about, by network. */
export type ResolvedBases = Readonly<Record<string, readonly BaseName[]>>

interface RelativeMatch {
  readonly network?: readonly NetworkName[] | undefined
  readonly base?: readonly BaseName[] | undefined
  readonly resolved?: ResolvedBases | undefined
}

export interface RelativeRules<Match extends RelativeMatch> {
  readonly rules?: { readonly match?: Match | undefined }[] | undefined
}

export function isRelative(base: BaseName): boolean {
  return RELATIVE_BASES.some((name) => name === base)
}

/**
 * Resolves relative names by the recent answers of each base: the current base of a network served most of them, the primary
 * where none did. A second generation that served any has a current base and others of its own. Returns the scenario itself if that changes nothing.
 */
export function resolveBases<Match extends RelativeMatch, Given extends RelativeRules<Match>>(
  scenario: Given,
  bases: Bases,
  answersOf: (address: BaseAddress) => number,
): Given {
  const { rules = [] } = scenario
  const resolved = rules.map(({ match }) => match?.base?.some(isRelative) && resolve(match, bases, answersOf))
  const isSame = resolved.every((now, index) => isSameAs(now || undefined, rules[index].match?.resolved))
  if (isSame) return scenario
  return {
    ...scenario,
    rules: rules.map((rule, index) =>
      resolved[index] ? { ...rule, match: { ...rule.match, resolved: resolved[index] } } : rule,
    ),
  }
}

/** The scenario as it was written. */
export function unresolved<Match extends RelativeMatch, Given extends RelativeRules<Match>>(
  scenario: Given,
): Given {
  const { rules = [] } = scenario
  if (rules.every(({ match }) => match?.resolved === undefined)) return scenario
  return {
    ...scenario,
    rules: rules.map((rule) => {
      if (rule.match?.resolved === undefined) return rule
      const { resolved: _, ...match } = rule.match
      return { ...rule, match }
    }),
  }
}

function resolve(
  { network: networks, base: names = [] }: RelativeMatch,
  bases: Bases,
  answersOf: (address: BaseAddress) => number,
): ResolvedBases {
  return Object.fromEntries(
    (networks ?? bases.networks).map((network) => {
      const wanted = GENERATIONS.flatMap((generation) => {
        const addresses = bases.of(network, generation)
        const isInUse = generation === 1 || addresses.some((address) => answersOf(address) > 0)
        if (!isInUse) return addresses.filter(({ base }) => names.includes(base))
        const current = addresses.reduce((most, next) => (answersOf(next) > answersOf(most) ? next : most))
        return addresses.filter(
          ({ base }) => names.includes(base) || names.includes(base === current.base ? 'current' : 'others'),
        )
      })
      return [network, wanted.map(({ base }) => base)]
    }),
  )
}

function isSameAs(a: ResolvedBases | undefined, b: ResolvedBases | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Networks and bases of a match; several places where its networks differ in the base in use. */
export function placesOf({ network, base, resolved }: RelativeMatch): {
  readonly networks: readonly NetworkName[] | undefined
  readonly bases: readonly BaseName[] | undefined
}[] {
  if (resolved === undefined) return [{ networks: network, bases: base }]
  const places = new Map<string, { readonly networks: NetworkName[]; readonly bases: readonly BaseName[] }>()
  for (const [network, bases] of Object.entries(resolved)) {
    const place = places.get(bases.join())
    if (place === undefined) places.set(bases.join(), { networks: [network], bases })
    else place.networks.push(network)
  }
  return [...places.values()]
}
