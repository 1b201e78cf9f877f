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

/** Written from its end, oldest candle first: a number's digits come that way, and nothing has to be measured before. */
export function candlesJson(candles: TokenCandles): Buffer {
  const { open, high, low, close, count, priceDecimals } = candles
  const head = `{"period":"${candles.period}","candles":[`
  const text = Buffer.allocUnsafe(64 + count * MOST_ROW_BYTES)
  let at = text.length - 2
  text.write(']}', at, 'latin1')
  for (let i = 0; i < count; i++) {
    text[--at] = CLOSING
    at = writeDecimal(text, at, close[i], priceDecimals)
    text[--at] = COMMA
    at = writeDecimal(text, at, low[i], priceDecimals)
    text[--at] = COMMA
    at = writeDecimal(text, at, high[i], priceDecimals)
    text[--at] = COMMA
    at = writeDecimal(text, at, open[i], priceDecimals)
    text[--at] = COMMA
    at = writeWhole(text, at, startOf(candles, i))
    text[--at] = OPENING
    if (i < count - 1) text[--at] = COMMA
  }
  at -= head.length
  text.write(head, at, 'latin1')
  return Buffer.from(text.subarray(at))
}

function startOf(candles: TokenCandles, i: number): number {
  return candles.firstStart + i * PERIOD_SECONDS[candles.period]
}

/** Digits of a number are taken from two halves that are small enough for integer arithmetic. */
const HALF = 100_000_000
const HALF_DIGITS = 8

/** Writes quanta x 10^-decimals in plain decimals, without trailing zeros, to end before `end`; returns where it starts. */
function writeDecimal(text: Buffer, end: number, quanta: number, decimals: number): number {
  if (quanta === 0) {
    text[end - 1] = ZERO
    return end - 1
  }
  let at = end
  let upper = Math.floor(quanta / HALF)
  let rest = (quanta - upper * HALF) | 0
  // Digits that the lower half still has, leading zeros included.
  let left = HALF_DIGITS
  let places = decimals
  let started = false
  if (rest === 0 && places >= HALF_DIGITS) {
    rest = upper | 0
    upper = 0
    places -= HALF_DIGITS
  }
  while (places > 0) {
    const tenth = (rest / 10) | 0
    const digit = rest - tenth * 10
    if (started || digit !== 0) {
      text[--at] = ZERO + digit
      started = true
    }
    places--
    rest = tenth
    if (--left === 0) {
      rest = upper | 0
      upper = 0
      left = 20
    }
  }
  if (started) text[--at] = POINT
  if (upper === 0) return writeInt(text, at, rest)
  while (left-- > 0) {
    const tenth = (rest / 10) | 0
    text[--at] = ZERO + (rest - tenth * 10)
    rest = tenth
  }
  return writeInt(text, at, upper | 0)
}

function writeInt(text: Buffer, end: number, whole: number): number {
  let at = end
  let rest = whole
  do {
    const tenth = (rest / 10) | 0
    text[--at] = ZERO + (rest - tenth * 10)
    rest = tenth
  } while (rest > 0)
  return at
}

function writeWhole(text: Buffer, end: number, whole: number): number {
  return writeDecimal(text, end, whole, 0)
}
