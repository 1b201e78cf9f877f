/** Memory limit of all journals together, whatever is recorded and whoever references it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JournalRecord } from '../../../src/session/journal/entry.js'
import { createJournalParts } from '../../../src/session/journal/journal.js'
import { createRecordBudget, type HeldRecords, RecordList } from '../../../src/session/journal/lines.js'
import { MemoryJournal } from '../../../src/session/journal/memory-journal.js'
import { PING } from '../../support/journal.js'
import { samples } from '../../support/runs.js'

const LONG = `/ping?${'x'.repeat(15_000)}`

test('an entry keeps 2048 characters of a URL, and how long it was', () => {
  const journal = new MemoryJournal()
  for (const url of [LONG, '/ping']) journal.add({ ...PING, url }, null, 200, 'ok')
  expect(journal.entries()).toMatchObject([
    { url: LONG.slice(0, 2048), urlLength: LONG.length },
    { url: '/ping', urlLength: 5 },
  ])
})

test('the oldest lines of all journals go when the budget is spent, and counts stay exact', () => {
  const parts = createJournalParts(undefined, { maxBytes: 1 << 20 })
  const journals = Array.from({ length: 28 }, () => new MemoryJournal(parts))
  for (let n = 0; n < 200; n++)
    for (const journal of journals) journal.add({ ...PING, url: LONG }, 'rule', 429, 'status')
  expect(parts.budget.heldBytes).toBeLessThanOrEqual(1 << 20)
  const lines = journals.map((journal) => journal.lines())
  const kept = lines.flat().reduce((sum, { url }) => sum + url.length, 0)
  expect(kept).toBeGreaterThan((1 << 20) / 2)
  expect(kept).toBeLessThan(1 << 20)
  for (const [index, journal] of journals.entries()) {
    expect(journal.count()).toBe(200)
    expect(journal.count({ rule: 'rule', status: 429 })).toBe(200)
    const numbers = lines[index].map(({ n }) => n)
    // The newest entries are kept, without a gap.
    expect(numbers).toEqual(numbers.map((_, i) => 200 - numbers.length + 1 + i))
  }
  journals[0].add(PING, null, 200, 'ok')
  expect(journals[0].entries().at(-1)?.n).toBe(201)
})

test('snapshots pin no records beyond the budget, and copy none', () => {
  const parts = createJournalParts(undefined, { maxBytes: 1 << 20 })
  const journal = new MemoryJournal(parts)
  const states = Array.from({ length: 100 }, () => {
    for (let n = 0; n < 100; n++) journal.add({ ...PING, url: LONG }, null, 200, 'ok')
    return journal.state()
  })
  const pinned = new Set(states.flatMap(({ lines }) => lines.chunks.flatMap(({ lines }) => lines)))
  expect([...pinned].reduce((sum, { url }) => sum + url.length, 0)).toBeLessThanOrEqual(1 << 20)
  journal.restore(states[50])
  expect(journal.count()).toBe(5100)
  journal.restore(states[99])
  expect(journal.entries({}, 0, 1)[0].n).toBe(10_000)
  for (const { lines } of states) lines.release()
  journal.clear()
  expect(parts.budget.heldBytes).toBe(0)
})

test('dropped, cleared and abandoned records are released', () => {
  const parts = createJournalParts(undefined, { maxBytes: 1 << 30 })
  const [one, other] = [new MemoryJournal(parts), new MemoryJournal(parts)]
  for (let n = 0; n < 30_000; n++) one.add(PING, null, 200, 'ok')
  expect(parts.budget.heldBytes).toBeLessThan(10_200 * 250)
  one.clear()
  expect(parts.budget.heldBytes).toBe(0)
  other.add(PING, null, 200, 'ok')
  other.end()
  expect(parts.budget.heldBytes).toBe(0)
  // A slightly later read still returns everything.
  other.add(PING, null, 200, 'ok')
  expect(other.entries().map(({ n }) => n)).toEqual([1, 2])
  expect(parts.budget.heldBytes).toBe(0)
})

test('records held and restored in any order equal those of a copying journal', () => {
  const line = (n: number) =>
    ({ n, url: 'x'.repeat(n % 300), userAgent: null, requestId: null }) as JournalRecord
  const anyStep = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 400 }).map((adds) => ({ adds })) },
    { weight: 2, arbitrary: fc.constant({ hold: true }) },
    { weight: 2, arbitrary: fc.nat(20).map((restore) => ({ restore })) },
    { weight: 1, arbitrary: fc.nat(20).map((release) => ({ release })) },
    { weight: 1, arbitrary: fc.constant({ clear: true }) },
  )
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      const budget = createRecordBudget(Infinity)
      const lines = new RecordList(budget)
      let [model, n]: [number[], number] = [[], 0]
      const held: { held: HeldRecords; model: number[] }[] = []
      for (const step of steps) {
        if ('adds' in step)
          for (let i = 0; i < step.adds; i++) {
            lines.add(line(++n))
            model.push(n)
          }
        else if ('hold' in step) held.push({ held: lines.hold(), model: [...model] })
        else if ('clear' in step) {
          lines.clear()
          model = []
        } else if ('restore' in step && held.length > 0) {
          const taken = held[step.restore % held.length]
          lines.restore(taken.held)
          model = [...taken.model]
        } else if ('release' in step && held.length > 0) {
          const [gone] = held.splice(step.release % held.length, 1)
          gone.held.release()
        }
        expect([...lines.newestFirst()].map(({ n }) => n)).toEqual(model.slice(-10_000).reverse())
      }
      lines.clear()
      for (const { held: one } of held) one.release()
      expect(budget.heldBytes).toBe(0)
    }),
    { numRuns: samples(100) },
  )
})
