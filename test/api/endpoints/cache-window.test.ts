import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asOf } from '../../../src/api/endpoints/define.js'

const at = (iso: string) => Date.parse(iso)

test.each([
  [0, '2026-01-01T00:00:00.123Z', '2026-01-01T00:00:00.123Z'],
  [300, '2026-01-01T00:00:00.299Z', '2026-01-01T00:00:00.000Z'],
  [300, '2026-01-01T00:00:00.300Z', '2026-01-01T00:00:00.300Z'],
  [300, '2026-01-01T00:00:00.999Z', '2026-01-01T00:00:00.900Z'],
  [1000, '2026-01-01T00:00:07.999Z', '2026-01-01T00:00:07.000Z'],
  [15_000, '2026-01-01T00:00:59.999Z', '2026-01-01T00:00:45.000Z'],
  [60_000, '2026-01-01T00:00:59.999Z', '2026-01-01T00:00:00.000Z'],
  [300, '1969-12-31T23:59:59.950Z', '1969-12-31T23:59:59.900Z'],
])('a window of %i ms at %s starts at %s', (windowMs, now, start) => {
  expect(new Date(asOf(at(now), windowMs)).toISOString()).toBe(start)
})

test('the as-of is never later than now, never a window away, and its own as-of', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 4e12, noNaN: true }),
      fc.constantFrom(0, 300, 1000, 15_000, 60_000),
      (now, windowMs) => {
        const start = asOf(now, windowMs)
        expect(Number.isInteger(start)).toBe(true)
        expect(start).toBeLessThanOrEqual(now)
        expect(now - start).toBeLessThan(Math.max(windowMs, 1))
        expect(asOf(start, windowMs)).toBe(start)
        const length = Math.max(windowMs, 1)
        // Windows that do not divide a second begin again with each whole one.
        const end =
          length < 1000 ? Math.min(start + length, Math.floor(start / 1000) * 1000 + 1000) : start + length
        expect(end).toBeGreaterThan(now)
        expect(asOf(end - 1, windowMs)).toBe(start)
        expect(asOf(end, windowMs)).toBe(end)
      },
    ),
  )
})
