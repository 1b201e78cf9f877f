/**
 * Natural logarithm and exponential from + - * / alone, which IEEE 754 fixes. The last bits of `Math.log` and `Math.exp`
 * depend on the engine, and the bytes of replies must not.
 */
import { toInt, upperBits, withUpperBits } from './platform.js'

const LN2 = Math.LN2
const SQRT2 = Math.SQRT2
/** ln 2 in two parts, the first short enough that its multiples by a small integer are exact. */
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

/** ln x for a normal positive x; relative error about 1e-15. */
export function ln(x: number): number {
  const head = upperBits(x)
  let exponent = (head >> 20) - 1023
  let mantissa = withUpperBits(x, (head & 0xfffff) | 0x3ff00000)
  if (mantissa > SQRT2) {
    mantissa *= 0.5
    exponent += 1
  }
  const s = (mantissa - 1) / (mantissa + 1)
  const z = s * s
  const series =
    ((((((((z / 19 + 1.0 / 17) * z + 1.0 / 15) * z + 1.0 / 13) * z + 1.0 / 11) * z + 1.0 / 9) * z + 1.0 / 7) *
      z +
      1.0 / 5) *
      z +
      1.0 / 3) *
      z +
    1
  return exponent * LN2 + 2 * s * series
}

/** e^x for |x| < 700; relative error about 1e-15. @inline */
export function exp(x: number): number {
  const power = Math.round(x / LN2)
  const r = x - power * LN2_HIGH - power * LN2_LOW
  // Not a loop: V8 would inline and optimise it for the tables that each start fills, 3 ms of a core.
  let sum = 1 + r / 13
  sum = 1 + (sum * r) / 12
  sum = 1 + (sum * r) / 11
  sum = 1 + (sum * r) / 10
  sum = 1 + (sum * r) / 9
  sum = 1 + (sum * r) / 8
  sum = 1 + (sum * r) / 7
  sum = 1 + (sum * r) / 6
  sum = 1 + (sum * r) / 5
  sum = 1 + (sum * r) / 4
  sum = 1 + (sum * r) / 3
  sum = 1 + (sum * r) / 2
  sum = 1 + sum * r
  return sum * withUpperBits(0, toInt(power + 1023) << 20)
}
