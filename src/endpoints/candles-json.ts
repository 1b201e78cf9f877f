/**
 * Candles as rows and as JSON text. A reply has up to 50,000 numbers: writing the quanta's digits costs a tenth of what
 * turning each into a binary fraction and back into its shortest decimal does. Prices are written plainly, never with an
 * exponent.
 */

import { PERIOD_SECONDS } from '../price/periods.js'
import type { TokenCandles } from '../world.js'

export type CandleRow = [timestamp: number, open: number, high: number, low: number, close: number]

/** Newest first. A quantum count divided by a power of ten is the double nearest to the decimal, as JSON readers get. */
export function candleRows(candles: TokenCandles): CandleRow[] {
  const { open, high, low, close, count } = candles
  const unit = 10 ** candles.priceDecimals
  const rows: CandleRow[] = []
  for (let i = count - 1; i >= 0; i--)
    rows.push([startOf(candles, i), open[i] / unit, high[i] / unit, low[i] / unit, close[i] / unit])
  return rows
}

const COMMA = 44
const POINT = 46
const ZERO = 48
const OPENING = 91
const CLOSING = 93
/** Brackets, commas, a timestamp and four prices of at most 16 digits, a point and up to 20 leading zeros. */
const MOST_ROW_BYTES = 200

export function candlesJson(candles: TokenCandles): Buffer {
  const { open, high, low, close, count, priceDecimals } = candles
  const text = Buffer.allocUnsafe(64 + count * MOST_ROW_BYTES)
  let at = text.write(`{"period":"${candles.period}","candles":[`)
  for (let i = count - 1; i >= 0; i--) {
    text[at++] = OPENING
    at = writeDecimal(text, at, startOf(candles, i), 0)
    text[at++] = COMMA
    at = writeDecimal(text, at, open[i], priceDecimals)
    text[at++] = COMMA
    at = writeDecimal(text, at, high[i], priceDecimals)
    text[at++] = COMMA
    at = writeDecimal(text, at, low[i], priceDecimals)
    text[at++] = COMMA
    at = writeDecimal(text, at, close[i], priceDecimals)
    text[at++] = CLOSING
    if (i > 0) text[at++] = COMMA
  }
  at += text.write(']}', at)
  return Buffer.from(text.subarray(0, at))
}

function startOf(candles: TokenCandles, i: number): number {
  return candles.firstStart + i * PERIOD_SECONDS[candles.period]
}

/** Writes quanta x 10^-decimals in plain decimals at `at`, without trailing zeros; returns where it ends. */
function writeDecimal(text: Buffer, at: number, quanta: number, decimals: number): number {
  let rest = quanta
  let places = decimals
  while (places > 0 && rest % 10 === 0) {
    rest /= 10
    places--
  }
  let length = 1
  for (let power = 10; power <= rest; power *= 10) length++
  if (length <= places) length = places + 1
  const end = at + length + (places > 0 ? 1 : 0)
  for (let place = end - 1, written = 0; place >= at; place--) {
    if (places > 0 && written === places) {
      text[place] = POINT
      written = -1
      places = 0
      continue
    }
    const tenth = Math.floor(rest / 10)
    text[place] = ZERO + (rest - tenth * 10)
    rest = tenth
    written++
  }
  return end
}
