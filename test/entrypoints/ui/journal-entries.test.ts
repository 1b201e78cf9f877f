/** The journal as the page keeps it, its rows and their bars. */
import { describe, expect, test } from 'vitest'
import {
  barsOf,
  firstFrom,
  journalIdOf,
  MAX_ENTRIES,
  placeInList,
  windowOf,
  withChanges,
} from '../../../src/entrypoints/ui/journal-entries.js'
import type { Entry } from '../../../src/entrypoints/ui/replies.js'
import { toldEntry } from '../../support/told-entry.js'

const entry = (n: number, status: number | null = 200) => toldEntry(n, { status })
const list = (...ns: readonly number[]) => ns.map((n) => entry(n))
const numbers = (entries: readonly Entry[]) => entries.map(({ n }) => n)

test('new entries are last; changed ones keep their place', () => {
  const changed = withChanges(list(1, 2, 3), [entry(2, 503), entry(4)])
  expect(numbers(changed)).toEqual([1, 2, 3, 4])
  expect(changed[1].status).toBe(503)
  expect(numbers(withChanges(list(5, 6), list(1, 2)))).toEqual([1, 2, 5, 6])
  expect(numbers(withChanges([], list(7)))).toEqual([7])
})

test('nothing that changed is the same list', () => {
  const before = list(1, 2)
  expect(withChanges(before, [])).toBe(before)
})

test('it keeps as many as the server: the oldest go', () => {
  const many = Array.from({ length: MAX_ENTRIES }, (_, index) => entry(index + 1))
  const more = withChanges(many, list(MAX_ENTRIES + 1, MAX_ENTRIES + 2))
  expect(more.length).toBe(MAX_ENTRIES)
  expect(more[0].n).toBe(3)
})

test('an entry is found by its number', () => {
  expect([0, 4, 5, 9].map((n) => firstFrom(list(2, 4, 8), n))).toEqual([0, 1, 2, 3])
})

test.each([
  ['one.6.6', 'one.9.8', 'other.6.6'],
  // Of a journal that replicas share.
  ['1763800000000.one.6.6', '1763800000000.one.9.8', '1763800000000.other.6.6'],
])('a cleared or restored journal has a new identity: %s, %s, %s', (cursor, later, other) => {
  expect(journalIdOf(later)).toBe(journalIdOf(cursor))
  expect(journalIdOf(other)).not.toBe(journalIdOf(cursor))
})

const START_MS = Date.UTC(2026, 2, 1, 12)
const timed = (n: number, atMs: number, ms: number | null, goneMs: number | null = null) =>
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
    const places = [9, 4, 3, 5, 1, 10].map((n) => placeInList(list(3, 4, 9), n))
    expect(places).toEqual([0, 1, 2, undefined, undefined, undefined])
  })
})

describe('bars', () => {
  const at = (ms: number) => START_MS + ms

  test('all marks lie on the visible time line', () => {
    const seen = [timed(1, 0, 500), timed(2, 4000, 2000)]
    const bars = barsOf(seen, 1, at(60_000))
    expect(bars.span).toEqual({ fromMs: at(0), toMs: at(6000) })
    expect(bars.of(seen[1])).toEqual({ fromMs: at(4000), toMs: at(6000) })
  })

  test('held requests extend to now, abandoned ones end when the client left', () => {
    const seen = [timed(1, 0, null), timed(2, 0, null, 3000)]
    const bars = barsOf(seen, 1, at(10_000))
    expect(bars.of(seen[0]).toMs).toBe(at(10_000))
    expect(bars.of(seen[1]).toMs).toBe(at(3000))
  })

  test('longer on a faster clock, and still distinguishable on a frozen one', () => {
    const seen = [timed(1, 0, 500), timed(2, 0, 2000)]
    expect(barsOf(seen, 10, at(0)).of(seen[0]).toMs).toBe(at(5000))
    expect(barsOf(seen, 0, at(0)).of(seen[1]).toMs).toBe(at(2000))
  })
})
