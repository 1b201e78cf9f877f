/** Zeros as text, `count` of them: a price is scaled by writing them behind it. */
export function zeros(count: number): string {
  return '0'.repeat(count)
}
