/**
 * Candles as JSON text. A reply has up to 50,000 numbers: writing digits of quanta takes a tenth of the time of JSON.stringify
 * on fractions. Prices have no exponents.
 */
import { writeDecimal } from '../../kit/numbers/digits.js'
import type { Bytes, Int, Numbers } from '../../kit/numbers/platform.js'
import { CLOSE, HIGH, LOW, OPEN, ROW } from './span.js'

/** Candles per text. */
export const MAX_TEXT_ROWS = 256
/** Brackets, commas, a timestamp and four prices of at most 16 digits, a point and 20 leading zeros. */
const MAX_ROW_BYTES = 200
export const TEXT_BYTES = MAX_TEXT_ROWS * MAX_ROW_BYTES

const COMMA = 44
const OPENING = 91
const CLOSING = 93

/**
 * Writes `count` rows, prices rounded to whole quanta, newest first and a comma after each, so that they end with `text`; returns
 * their start. The first candle begins at `firstSecond`. Written backwards, oldest candle first: digits arrive
 * in that order, and nothing needs measuring.
 */
export function writeCandles(
  text: Bytes,
  rows: Numbers,
  count: Int,
  firstSecond: number,
  seconds: Int,
  decimals: Int,
): Int {
  let at: Int = TEXT_BYTES
  for (let i = 0; i < count; i++) {
    const row = i * ROW
    text[--at] = COMMA
    text[--at] = CLOSING
    at = writeDecimal(text, at, Math.round(rows[row + CLOSE]), decimals)
    text[--at] = COMMA
    at = writeDecimal(text, at, Math.round(rows[row + LOW]), decimals)
    text[--at] = COMMA
    at = writeDecimal(text, at, Math.round(rows[row + HIGH]), decimals)
    text[--at] = COMMA
    at = writeDecimal(text, at, Math.round(rows[row + OPEN]), decimals)
    text[--at] = COMMA
    at = writeDecimal(text, at, firstSecond + 1.0 * i * seconds, 0)
    text[--at] = OPENING
  }
  return at
}
