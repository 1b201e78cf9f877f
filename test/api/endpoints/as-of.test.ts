/** The as-of instant: virtual now, floored to the window of a cache, and to the grid or hour of the data. */
import fc from 'fast-check'
import request from 'supertest'
import { expect, test } from 'vitest'
import { asOf } from '../../../src/api/endpoints/define.js'
import { createTestSimulator } from '../../support/simulator.js'

const AT = '2026-03-01T12:34:57.450Z'

test.each([
  ['/prices/tickers', '12:34:57.300', '12:34:57.450'],
  ['/signed_prices/latest', '12:34:57.000', '12:34:57.450'],
  ['/prices/candles?tokenSymbol=BTC&period=5m', '12:34:45.000', '12:34:57.450'],
  ['/prices/candles?tokenSymbol=BTC&period=1h', '12:34:00.000', '12:34:57.450'],
  ['/markets', '12:34:00.000', '12:34:57.450'],
  ['/markets/info', '12:34:55.000', '12:34:55.000'],
  ['/rates?period=1d', '12:00:00.000', '12:00:00.000'],
])('%s names the instant of its data, with windows and without', async (path, documented, off) => {
  const replyAt = async (at: string, cache: string) =>
    request((await createTestSimulator({ at, cache })).app).get(`/botanix${path}`)
  const cached = await replyAt(AT, 'documented')
  expect(cached.headers['x-gmx-sim-at']).toBe(`2026-03-01T${documented}Z`)
  expect((await replyAt(AT, 'off')).headers['x-gmx-sim-at']).toBe(`2026-03-01T${off}Z`)
  const instant = cached.headers['x-gmx-sim-at']
  expect((await replyAt(instant, 'off')).text).toBe(cached.text)
  const earlier = new Date(Date.parse(instant) - 1000).toISOString()
  // The catalogue of markets does not change.
  if (path !== '/markets') expect((await replyAt(earlier, 'off')).text).not.toBe(cached.text)
})

test.each([
  [0, '2026-01-01T00:00:00.123Z', '2026-01-01T00:00:00.123Z'],
  [300, '2026-01-01T00:00:00.299Z', '2026-01-01T00:00:00.000Z'],
  [300, '2026-01-01T00:00:01.050Z', '2026-01-01T00:00:01.000Z'],
  [300, '2026-01-01T00:00:00.999Z', '2026-01-01T00:00:00.900Z'],
  [15_000, '2026-01-01T00:00:59.999Z', '2026-01-01T00:00:45.000Z'],
  [300, '1969-12-31T23:59:59.950Z', '1969-12-31T23:59:59.900Z'],
])('a window of %i ms at %s starts at %s', (windowMs, now, start) => {
  expect(new Date(asOf(Date.parse(now), windowMs)).toISOString()).toBe(start)
})

test('the as-of is never later than now, never a window away, and its own as-of', () => {
  fc.assert(
    fc.property(
      // Numbers drawn as doubles are next to nothing, most of them.
      fc.tuple(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(0, 0.5)).map(([ms, part]) => ms + part),
      fc.constantFrom(0, 300, 1000, 15_000, 60_000),
      (now, windowMs) => {
        const start = asOf(now, windowMs)
        const length = Math.max(windowMs, 1)
        expect(Number.isInteger(start)).toBe(true)
        expect(start).toBeLessThanOrEqual(now)
        // Windows that do not divide a second begin again with each whole one.
        const end =
          length < 1000 ? Math.min(start + length, Math.floor(start / 1000) * 1000 + 1000) : start + length
        expect(end).toBeGreaterThan(now)
        expect(asOf(start, windowMs)).toBe(start)
        expect(asOf(end - 1, windowMs)).toBe(start)
        expect(asOf(end, windowMs)).toBe(end)
      },
    ),
  )
})
