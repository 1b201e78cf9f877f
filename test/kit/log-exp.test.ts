import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exp, ln } from '../../src/kit/numbers/log-exp.js'
import { samples } from '../support/runs.js'

const relative = (seen: number, wanted: number) =>
  Math.abs(seen - wanted) / Math.max(Math.abs(wanted), 1e-300)

test('ln and exp agree with the mathematical functions to about 1e-15', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), (x) => {
      expect(Math.abs(ln(x) - Math.log(x))).toBeLessThan(4e-15 * Math.max(1, Math.abs(Math.log(x))))
    }),
    { numRuns: samples(2000) },
  )
  fc.assert(
    fc.property(fc.double({ min: -600, max: 600, noNaN: true }), (x) => {
      expect(relative(exp(x), Math.exp(x))).toBeLessThan(2e-15)
    }),
    { numRuns: samples(2000) },
  )
})

test('exact where the result is', () => {
  expect(ln(1)).toBe(0)
  expect(exp(0)).toBe(1)
})
