export const zeros = (count: number): string => '0'.repeat(count)

export function fractionDigits(value: number): number {
  const [digits, exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}

/** `quanta` x 10^-decimals with all decimals: `1934.20`. A number must be whole and below 10^21. */
export function fixedDecimal(quanta: string | number, decimals: number): string {
  if (decimals === 0) return String(quanta)
  const digits = String(quanta).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The same without zeros at the end: `0.0000123`. */
export function plainDecimal(quanta: number, decimals: number): string {
  return trimmed(fixedDecimal(quanta, decimals))
}

/** Beyond this, `toFixed` would write an exponent. */
const MAX_FIXED = 1e21
/** More would be noise: values from logarithms, annualised, have a relative error of up to 1e-13. */
const DIGITS = 12

/** A number as a plain decimal of 12 places at most, without zeros at the end: `-0.0123`. */
export function decimalOf(value: number): string {
  if (Math.abs(value) >= MAX_FIXED) return String(BigInt(value))
  const text = trimmed(value.toFixed(DIGITS))
  return text === '-0' ? '0' : text
}

/** A decimal without zeros at its end. */
export function trimmed(text: string): string {
  return text.replace(/(\.\d*?)0*$/, (_all, places: string) => (places === '.' ? '' : places))
}
