/** Row positions and bar lengths of the dashboard's journal. */
import { describe, expect, test } from 'vitest'
import { barsOf, placeInList, windowOf } from '../../../src/entrypoints/ui/journal-entries.js'
import { toldEntry } from '../../support/told-entry.js'

const START_MS = Date.UTC(2026, 2, 1, 12)
const entry = (n: number, atMs: number, ms: number | null, goneMs: number | null = null) =>
  toldEntry(n, { at: new Date(START_MS + atMs).toISOString(), ms, goneMs })

describe('rows', () => {
  test('of ten thousand rows only visible, adjacent and chosen ones are rendered', () => {
    const places = windowOf(5000, 12, 10_000, 3)
    expect(places.length).toBeLessThan(40)
    expect(places).toEqual(expect.arrayContaining([3, 5000, 5011]))
    expect(windowOf(0, 12, 10_000, undefined)[0]).toBe(0)
    expect(windowOf(9995, 12, 10_000, undefined).at(-1)).toBe(9999)
    expect(windowOf(0, 12, 0, undefined)).toEqual([])
  })

  test('the newest is on top, whatever numbers are missing', () => {
    const entries = [3, 4, 9].map((n) => entry(n, 0, 1))
    expect([9, 4, 3, 5, 1, 10].map((n) => placeInList(entries, n))).toEqual([
      0,
      1,
      2,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('bars', () => {
  const at = (ms: number) => START_MS + ms

  test('all marks lie on the visible time line', () => {
    const seen = [entry(1, 0, 500), entry(2, 4000, 2000)]
    const bars = barsOf(seen, 1, at(60_000))
    expect(bars.span).toEqual({ fromMs: at(0), toMs: at(6000) })
    expect(bars.of(seen[1])).toEqual({ fromMs: at(4000), toMs: at(6000) })
  })

  test('held requests extend to now, abandoned ones end when the client left', () => {
    const seen = [entry(1, 0, null), entry(2, 0, null, 3000)]
    const bars = barsOf(seen, 1, at(10_000))
    expect(bars.of(seen[0]).toMs).toBe(at(10_000))
    expect(bars.of(seen[1]).toMs).toBe(at(3000))
  })

  test('longer on a faster clock, and still distinguishable on a frozen one', () => {
    const seen = [entry(1, 0, 500), entry(2, 0, 2000)]
    expect(barsOf(seen, 10, at(0)).of(seen[0]).toMs).toBe(at(5000))
    expect(barsOf(seen, 0, at(0)).of(seen[1]).toMs).toBe(at(2000))
  })
})
