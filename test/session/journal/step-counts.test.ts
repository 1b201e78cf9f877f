/** Counts over the whole session, however few entries are kept. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HeldSteps, MAX_COUNTS, StepCounts } from '../../../src/session/journal/counts.js'
import { MAX_LINES } from '../../../src/session/journal/lines.js'
import { MemoryJournal } from '../../../src/session/journal/memory-journal.js'
import { PING } from '../../support/journal.js'
import { samples } from '../../support/runs.js'

const rowsOf = ({ series }: HeldSteps) =>
  series.flatMap(({ base, met, counts }) =>
    [...counts].filter(([, count]) => count > 0).map(([step, count]) => [base, met, step, count]),
  )
const totalOf = (steps: HeldSteps) => rowsOf(steps).reduce((sum, [, , , count]) => sum + Number(count), 0)

test('requests are counted by base, outcome and second, evicted ones included', () => {
  const journal = new MemoryJournal()
  const count = MAX_LINES + 500
  for (let n = 0; n < count; n++) journal.add({ ...PING, atMs: n }, null, n < 300 ? 429 : 200, 'ok')
  expect(journal.entries().length).toBeLessThan(count)
  const steps = journal.steps()
  expect(totalOf(steps)).toBe(count)
  expect(rowsOf(steps).slice(0, 2)).toEqual([
    ['primary', 'error', 0, 300],
    ['primary', 'good', 0, 700],
  ])
})

test('an outcome that changes is counted once: an abandoned request, a rule that changed nothing', () => {
  const journal = new MemoryJournal()
  const line = journal.add({ ...PING, atMs: 1500 }, null, 200, 'ok')
  journal.abandon(line, 5)
  expect(rowsOf(journal.steps())).toEqual([['primary', 'silent', 1, 1]])
  const stale = { met: 'wrong', flaw: 'stale' } as const
  const other = journal.add({ ...PING, atMs: 2500 }, 'old', 200, 'stale', undefined, stale)
  journal.changeNothing(other)
  expect(rowsOf(journal.steps())).toContainEqual(['primary', 'good', 2, 1])
  expect(totalOf(journal.steps())).toBe(2)
})

test('a clear removes them, a restore brings them back; preflights and unknown addresses do not count', () => {
  const journal = new MemoryJournal()
  journal.add(PING, null, 200, 'ok')
  journal.add({ ...PING, method: 'OPTIONS' }, null, 204, 'ok')
  journal.add({ ...PING, network: null, base: null }, null, 404, 'nowhere')
  const state = journal.state()
  const before = journal.add(PING, null, 200, 'ok')
  expect(totalOf(journal.steps())).toBe(2)
  journal.clear()
  // Its number is given again.
  const after = Array.from({ length: 5 }, () => journal.add(PING, null, 200, 'ok')).map(({ n }) => n)
  expect(after).toContain(before.n)
  journal.abandon(before, 5)
  expect(rowsOf(journal.steps()).map(([, met, , count]) => [met, count])).toEqual([['good', 5]])
  journal.restore(state)
  expect(totalOf(journal.steps())).toBe(1)
})

test('memory is bounded and no count is lost, however long the session and however the clock goes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4e12 }), { maxLength: 20 }), (jumps) => {
      const counts = new StepCounts()
      let total = 0
      const add = (atMs: number) => {
        total++
        counts.change({ ...KIND }, 'good', atMs, 1)
      }
      for (const jump of jumps) for (let second = 0; second < 500; second++) add(jump + second * 1000)
      const held = counts.hold()
      expect(totalOf(held)).toBe(total)
      expect(rowsOf(held).length).toBeLessThanOrEqual(MAX_COUNTS)
      expect(Math.log2(held.stepMs / 1000) % 1).toBe(0)
    }),
    // At least one in which steps are merged.
    { numRuns: samples(20), examples: [[Array.from({ length: 10 }, (_, n) => n * 1_000_000)]] },
  )
})

const KIND = new MemoryJournal().add(PING, null, 200, 'ok').kind
