/** Services of a network: each generation of the API has base addresses of its own, and clients fail over within one. */
import { generationOf, PRIMARIES } from '../market/catalogue/bases.js'
import type { BaseName } from '../market/catalogue/names.js'

export function isSameService(one: BaseName, other: BaseName): boolean {
  return generationOf(one) === generationOf(other)
}

/** The base that clients of a service prefer. */
export function preferredBase(ofService: BaseName): BaseName {
  return PRIMARIES[generationOf(ofService)]
}
