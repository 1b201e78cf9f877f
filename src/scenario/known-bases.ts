/** Validates names of networks and base addresses, which schemas leave to the catalogue. */
import type * as z from 'zod'
import type { Bases } from '../market/catalogue/bases.js'
import { RELATIVE_BASES } from './values.js'

type Issue = z.core.$ZodIssue

/** Problems of `network` and `base` in `place`: a name or a list each. */
export function unknownBases(
  place: unknown,
  path: readonly PropertyKey[],
  bases: Bases,
  relative: readonly string[] = [],
): Issue[] {
  if (typeof place !== 'object' || place === null) return []
  const { network, base } = place as { readonly network?: unknown; readonly base?: unknown }
  const known = (network === undefined ? [] : [network].flat()).filter((name) =>
    bases.networks.includes(name as string),
  ) as string[]
  const basesThere =
    known.length === 0
      ? bases.names
      : [...new Set(known.flatMap((name) => bases.of(name)).map(({ base }) => base))]
  return [
    ...unknownIn(network, [...path, 'network'], bases.networks),
    ...unknownIn(base, [...path, 'base'], [...basesThere, ...relative]),
  ]
}

function unknownIn(given: unknown, path: PropertyKey[], names: readonly string[]): Issue[] {
  const words = Array.isArray(given) ? given.map((word, index) => [word, [...path, index]]) : [[given, path]]
  return (words as [unknown, PropertyKey[]][]).flatMap(([word, at]) =>
    typeof word !== 'string' || names.includes(word)
      ? []
      : [{ code: 'invalid_value', values: [...names], path: at, input: word, message: 'write a known name' }],
  )
}

/** Adds the known names to the JSON Schema of a name. */
export function withNames(jsonSchema: Record<string, unknown>, bases: Bases): void {
  const { names } = jsonSchema
  if (names === 'networks' || names === 'names') jsonSchema['enum'] = [...bases[names]]
  if (names === 'matched') jsonSchema['enum'] = [...bases.names, ...RELATIVE_BASES]
  delete jsonSchema['names']
}
