/** Writes digits backwards, as they arise: 16 % of the benchmark's rows `10,000 candles of …, cold`. */

import { type Bytes, type Int, toInt } from './platform.js'

const POINT = 46
const ZERO = 48

/** Halves small enough for integer arithmetic. */
const HALF = 100_000_000
const HALF_DIGITS = 8

/** Writes quanta x 10^-decimals without trailing zeros so that it ends before `end`; returns its start. */
export function writeDecimal(text: Bytes, end: Int, quanta: number, decimals: Int): Int {
  if (quanta === 0) {
    text[end - 1] = ZERO
    return end - 1
  }
  let at = end
  let upper = Math.floor(quanta / HALF)
  let rest = toInt(quanta - upper * HALF)
  // Digits left in the lower half, leading zeros included.
  let left: Int = HALF_DIGITS
  let places = decimals
  let started = false
  if (rest === 0 && places >= HALF_DIGITS) {
    rest = toInt(upper)
    upper = 0
    places -= HALF_DIGITS
  }
  while (places > 0) {
    const tenth = toInt(rest / 10)
    const digit = rest - tenth * 10
    if (started || digit !== 0) {
      text[--at] = ZERO + digit
      started = true
    }
    places--
    rest = tenth
    if (--left === 0) {
      rest = toInt(upper)
      upper = 0
      left = 20
    }
  }
  if (started) text[--at] = POINT
  if (upper === 0) return writeInt(text, at, rest)
  while (left-- > 0) {
    const tenth = toInt(rest / 10)
    text[--at] = ZERO + (rest - tenth * 10)
    rest = tenth
  }
  return writeInt(text, at, toInt(upper))
}

function writeInt(text: Bytes, end: Int, integer: Int): Int {
  let at = end
  let rest = integer
  do {
    const tenth = toInt(rest / 10)
    text[--at] = ZERO + (rest - tenth * 10)
    rest = tenth
  } while (rest > 0)
  return at
}
