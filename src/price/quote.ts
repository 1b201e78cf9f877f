/** What a ticker says of a token during one second: the price of its asset, and what it is bought and sold at. */
import type { Token } from '../catalogue/types.js'
import { zeros } from '../core/decimal.js'
import { Draws, type Key } from '../core/random.js'

export const PRICE_FORMATS = ['full', 'compacted'] as const
/** How a price string is scaled: by the token's decimals alone, or down to its own oracle decimals too. */
export type PriceFormat = (typeof PRICE_FORMATS)[number]

/** A token's price during one second, as digit strings: USD x 10^(30 - decimals - oracleDecimals). */
export interface Quote {
  readonly token: Token
  readonly min: string
  readonly median: string
  readonly max: string
  readonly oracleDecimals: number
}

const draws = new Draws()

/** Half the distance of min and max in quanta: the token's usual one, now half, now one and a half times as wide. */
function spreadOf(token: Token, median: number, key: Key, index: number, atSeconds: number): number {
  const width = 0.5 + draws.at(key, index, atSeconds).uniform()
  return Math.round((median * token.spreadBps * width) / 20_000)
}

/** The quote of a token whose asset costs `median` quanta; `index` is the token's place in the list of its network. */
export function quoteOf(
  token: Token,
  median: number,
  key: Key,
  index: number,
  atSeconds: number,
  format: PriceFormat,
): Quote {
  const halfSpread = spreadOf(token, median, key, index, atSeconds)
  const oracleDecimals = format === 'compacted' ? token.oracleDecimals : 0
  const scale = zeros(token.oracleDecimals - oracleDecimals)
  return {
    token,
    min: `${median - halfSpread}${scale}`,
    median: `${median}${scale}`,
    max: `${median + halfSpread}${scale}`,
    oracleDecimals,
  }
}
