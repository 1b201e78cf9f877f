/** Token rows of the second generation. */
import { zeros } from '../../kit/numbers/decimal.js'
import * as z from '../../kit/zod.js'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import { address, decimals, name } from './values.js'

export const apiTokenKeys = () => ({
  name: z.string(),
  symbol: name,
  address,
  decimals,
  isStable: z.literal(true).optional(),
  isSynthetic: z.literal(true).optional(),
})

/** The catalogue has no names but symbols. */
export function renderApiToken({ symbol, address, decimals, stable, synthetic }: CatalogueToken) {
  return {
    name: symbol,
    symbol,
    address,
    decimals,
    ...(stable && { isStable: stable }),
    ...(synthetic && { isSynthetic: synthetic }),
  }
}

/** A full price of a raw unit as that of a whole token, both USD x 10^30. */
export function wholePrice({ decimals }: CatalogueToken, unitPrice: string): string {
  return `${unitPrice}${zeros(decimals)}`
}
