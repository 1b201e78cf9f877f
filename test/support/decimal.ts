/** The plain decimal number that `quanta` x 10^-decimals is, without trailing zeros or exponent: (12300, 4) → `1.23`. */
export function toDecimal(quanta: number, decimals: number): string {
  const digits = String(quanta).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
