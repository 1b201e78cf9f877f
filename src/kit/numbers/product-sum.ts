/** Size below which products are rounded by less than half of BASE, and sums of them that still are exact. */
const MAX_PRODUCT = 2 ** 80
const BASE = 2 ** 32
const BASE_BITS = 32n
const MAX_SUM = 2 ** 52

/**
 * Exact sum of products of whole numbers, as multiples of 2^32 and a remainder. As BigInts, the hours of two years of all
 * markets would take a second.
 */
export class ProductSum {
  #high = 0
  #low = 0
  #carried = 0n

  add(a: number, b: number): void {
    const product = a * b
    if (!(Math.abs(product) < MAX_PRODUCT)) {
      this.#carried += BigInt(a) * BigInt(b)
      return
    }
    // Exact, as are the lower bits of a product in integer arithmetic.
    const low = Math.imul(a, b) >>> 0
    this.#high += Math.round((product - low) / BASE)
    this.#low += low
    if (Math.abs(this.#high) > MAX_SUM || this.#low > MAX_SUM) this.#carry()
  }

  /** Returns the sum and begins anew. */
  take(): bigint {
    this.#carry()
    const sum = this.#carried
    this.#carried = 0n
    return sum
  }

  #carry(): void {
    this.#carried += (BigInt(this.#high) << BASE_BITS) + BigInt(this.#low)
    this.#high = 0
    this.#low = 0
  }
}
