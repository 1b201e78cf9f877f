/** Relative base names of matches, resolved for each network when a scenario is loaded: the base in use, and the others. */
import { type BaseAddress, type Bases, GENERATIONS } from '../market/catalogue/bases.js'
import { isRelative, type Match, type ResolvedBases } from './match.js'
import type { Scenario } from './schema.js'

/** How far back answers count, in virtual time. */
export const RECENT_MS = 10_000

/**
 * Resolves relative names by the recent answers of each base: the current base of a network served most of them, the primary
 * where none did. A second generation that served any has a current base and others of its own. Returns the scenario itself if that changes nothing.
 */
export function resolveBases(
  scenario: Scenario,
  bases: Bases,
  answersOf: (address: BaseAddress) => number,
): Scenario {
  const { rules = [] } = scenario
  const resolved = rules.map(({ match }) => match?.base?.some(isRelative) && resolve(match, bases, answersOf))
  const isSame = resolved.every(
    (now, index) => JSON.stringify(now || undefined) === JSON.stringify(rules[index]!.match?.resolved),
  )
  if (isSame) return scenario
  return {
    ...scenario,
    rules: rules.map((rule, index) =>
      resolved[index] ? { ...rule, match: { ...rule.match, resolved: resolved[index] } } : rule,
    ),
  }
}

/** The scenario as it was written. */
export function unresolved(scenario: Scenario): Scenario {
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
  { network: networks, base: names = [] }: Match,
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
