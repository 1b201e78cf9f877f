/** Digits of prices below the quantum, for the observed dialect. */

import { memoised } from '../../kit/maps.js'
import { zeros } from '../../kit/numbers/decimal.js'
import { Draws, type Key } from '../../kit/random/draws.js'
import { keyOf } from '../../kit/random/random.js'
import type { CatalogueToken } from '../catalogue/types.js'

/** Decimals of USD in a data-stream report. */
const REPORT_DECIMALS = 18
/** Range of significant digits of a price; strings of tokens with many decimals have room for fewer. */
const LEAST_DIGITS = 10
const MOST_DIGITS = 19

/**
 * Returns the writer of full price strings. Digits below the quantum are a function of asset and price alone, so equal prices are equal
 * strings at every instant and on every network, order is kept, and a string rounded to the quantum is the price of candles.
 */
export function createFineDigits(seed: string) {
  const draws = new Draws()
  const keyOfAsset = memoised((token: CatalogueToken): Key => keyOf(seed, 'fine digits', token.asset))
  return (quanta: number, token: CatalogueToken): string => {
    const { priceDecimals, oracleDecimals } = token
    draws.at(keyOfAsset(token), 0, quanta)
    const room = LEAST_DIGITS + (draws.bits() % (MOST_DIGITS - LEAST_DIGITS + 1)) - String(quanta).length
    const count = Math.min(room, oracleDecimals, REPORT_DECIMALS - priceDecimals)
    // Below 2 quanta, rounding down could leave a leading zero.
    if (count < 1 || quanta < 2) return `${quanta}${zeros(oracleDecimals)}`
    let digits = ''
    while (digits.length < count) digits += String(Math.floor(draws.uniform() * 1e9)).padStart(9, '0')
    const whole = digits < '5' ? quanta : quanta - 1
    return `${whole}${digits.slice(0, count)}${zeros(oracleDecimals - count)}`
  }
}
