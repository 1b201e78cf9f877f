/** The journal as the page keeps it. */
import { expect, test } from 'vitest'
import {
  firstFrom,
  journalIdOf,
  MAX_ENTRIES,
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
