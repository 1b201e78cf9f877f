/** Zeros as text, `count` of them: a price is scaled by writing them behind it. */
export function zeros(count: number): string {
  return ZEROS[count] ?? '0'.repeat(count)
}

/** Made once: they are asked for with every price. */
const ZEROS = Array.from({ length: 31 }, (_, count) => '0'.repeat(count))
