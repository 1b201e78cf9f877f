/** Prices in USD as text. */

/** Digits after the point of a price: six significant ones, at least two decimals, at most those of the asset. */
export function digitsOf(usd: number, decimals: number): number {
  if (usd === 0) return Math.min(2, decimals)
  const whole = Math.floor(Math.log10(Math.abs(usd))) + 1
  return Math.min(Math.max(6 - whole, 2), decimals, MAX_DIGITS)
}

/** Digits after the point of prices that are multiples of a step. */
export const digitsOfStep = (step: number): number =>
  Math.min(Math.max(Math.ceil(-Math.log10(step) - 1e-9), 0), MAX_DIGITS)

/** The most that `toLocaleString` accepts in every browser. */
const MAX_DIGITS = 20

/** `1,934.21`, `0.0000123456`: in full, as screen readers skip subscripts. */
export function plainUsd(usd: number, digits: number): string {
  return usd.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** `1,934.21`; four zeros after the point and more as their count: `0.0₅137499`. */
export const formatUsd = (usd: number, digits: number): string =>
  plainUsd(usd, digits).replace(
    /^(-?0\.0)(0{3,})(?=[1-9])/,
    (_, begin, zeros) => begin + subscript(zeros.length + 1),
  )

const subscript = (count: number): string =>
  String(count).replace(/\d/g, (digit) => String.fromCodePoint(0x2080 + Number(digit)))
