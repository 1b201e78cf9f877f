import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProductSum } from '../../src/kit/numbers/product-sum.js'

const anyWhole = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -1000, max: 1000 }),
  // Whole numbers that a double holds exactly beyond 2^53.
  fc.tuple(fc.maxSafeInteger(), fc.nat(60)).map(([whole, bits]) => whole * 2 ** bits),
)
const exact = (products: readonly (readonly [number, number])[]) =>
  products.reduce((sum, [a, b]) => sum + BigInt(a) * BigInt(b), 0n)

test('a sum of products of any size is exact, and each begins anew', () => {
  const sum = new ProductSum()
  fc.assert(
    fc.property(fc.array(fc.tuple(anyWhole, anyWhole), { maxLength: 50 }), (products) => {
      for (const [a, b] of products) sum.add(a, b)
      expect(sum.take()).toBe(exact(products))
    }),
  )
})

test('so is one of more products than two doubles hold', () => {
  const sum = new ProductSum()
  const products = Array.from({ length: 100_000 }, (_, n) => [2 ** 40 - n, 2 ** 39 + 3 * n] as const)
  for (const [a, b] of products) sum.add(a, b)
  expect(sum.take()).toBe(exact(products))
})
