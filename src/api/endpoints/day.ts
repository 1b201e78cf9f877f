import type { CatalogueToken } from '../../market/catalogue/types.js'
import { DAY_SECONDS } from '../../market/price/periods.js'
import { FIRST_SECOND, type Fold } from '../../market/price/prices.js'
import type { World } from '../../market/world/types.js'

export interface Day {
  readonly fold: Fold
  /** False before a day has passed since the listing. */
  readonly isWhole: boolean
}

/** The last 24 hours of a token, the second `atSeconds` included; less after its listing, and at the beginning of time. */
export function dayOf(world: World, token: CatalogueToken, atSeconds: number): Day {
  const { prices, listing } = world.pricesOf(token)
  const first = Math.max(atSeconds - DAY_SECONDS + 1, FIRST_SECOND)
  const from = Math.min(listing?.fromSeconds ?? first, atSeconds)
  return { fold: prices.fold(Math.max(first, from), atSeconds), isWhole: from <= first }
}
