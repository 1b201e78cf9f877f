import type { TokenListing } from '../catalogue/types.js'
import { DAY_SECONDS } from './periods.js'
import { type AssetPrices, FIRST_SECOND, type Fold } from './prices.js'

/** A token's prices, and since when it is listed. */
interface ListedPrices {
  readonly prices: Pick<AssetPrices, 'fold'>
  readonly listing?: TokenListing | undefined
}

export interface Day {
  readonly fold: Fold
  /** False before a day has passed since the listing. */
  readonly isWhole: boolean
}

/** The last 24 hours of a token, the second `atSeconds` included; less after its listing, and at the beginning of time. */
export function dayOf({ prices, listing }: ListedPrices, atSeconds: number): Day {
  const first = Math.max(atSeconds - DAY_SECONDS + 1, FIRST_SECOND)
  const from = Math.min(listing?.fromSeconds ?? first, atSeconds)
  return { fold: prices.fold(Math.max(first, from), atSeconds), isWhole: from <= first }
}
