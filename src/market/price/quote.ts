/** Quote of a token during one second: its asset's price, and the spread around it. */

import { zeros } from '../../kit/numbers/decimal.js'
import type { CatalogueToken } from '../catalogue/types.js'
import type { HalfSpreads, PriceFormat, Quote } from './prices.js'

export function quoteOf(
  token: CatalogueToken,
  median: number,
  spread: HalfSpreads,
  format: PriceFormat,
): Quote {
  const oracleDecimals = format === 'compacted' ? token.oracleDecimals : 0
  const scale = zeros(token.oracleDecimals - oracleDecimals)
  return {
    token,
    min: `${median - Math.round(median * spread.below)}${scale}`,
    median: `${median}${scale}`,
    max: `${median + Math.round(median * spread.above)}${scale}`,
    oracleDecimals,
  }
}
