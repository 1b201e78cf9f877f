/** Zeros as text, `count` of them: a price is scaled by writing them behind it. */
export function zeros(count: number): string {
  return ZEROS[count] ?? '0'.repeat(count)
}

/** How many decimals a number has as it is written. */
export function fractionDigits(value: number): number {
  const [digits, exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}

/** Made once: they are asked for with every price. */
const ZEROS = Array.from({ length: 31 }, (_, count) => '0'.repeat(count))
