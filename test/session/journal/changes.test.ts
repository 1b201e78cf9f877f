/** Reading on in a journal: whatever happens between two looks, nothing is lost unsaid. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JournalCursor } from '../../../src/session/journal/changes.js'
import type { JournalEntry, JournalRecord } from '../../../src/session/journal/entry.js'
import { MemoryJournal } from '../../../src/session/journal/memory-journal.js'
import { recentTraffic } from '../../../src/session/journal/traffic.js'
import { PING } from '../../support/journal.js'
import { samples } from '../../support/runs.js'

const anyStep = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: 'come' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), which: fc.nat(50) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 4 }) }),
  },
)

test('reading in small steps yields every entry except those counted as missed', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 80 }), (steps) => {
      const journal = new MemoryJournal()
      const open: JournalRecord[] = []
      const known = new Map<number, JournalEntry>()
      let since: JournalCursor | undefined
      let missed = 0
      const read = (limit: number) => {
        const changes = journal.changes(since, limit)
        expect(changes.entries.length).toBeLessThanOrEqual(limit)
        for (const entry of changes.entries) known.set(entry.n, entry)
        // A new reader starts with the newest entries and misses none after them.
        if (since === undefined) missed += changes.mark.n - changes.entries.length
        missed += changes.missed
        expect(changes.reset).toBe(false)
        since = changes.mark
      }
      for (const step of steps) {
        if (step.kind === 'come') open.push(journal.add(PING, null, 200, 'ok'))
        else if (step.kind === 'read') read(step.limit)
        else {
          const [line] = open.splice(step.which % Math.max(1, open.length), 1)
          if (line === undefined) continue
          if (step.kind === 'end') journal.finish(line, 5, {})
          else journal.abandon(line, 7)
        }
      }
      for (let bite = 0; bite < 100; bite++) read(3)
      const entries = journal.entries()
      // An entry that was missed is reported all the same when it changes.
      expect(entries.length - known.size).toBeLessThanOrEqual(missed)
      for (const entry of known.values()) expect(entry).toEqual(entries[entry.n - 1])
    }),
    { numRuns: samples(500) },
  )
})

test('evicted entries count as missed, and preflights are excluded', () => {
  const journal = new MemoryJournal()
  journal.add({ ...PING, method: 'OPTIONS' }, null, 204, 'ok')
  expect(journal.changes(undefined, 10).entries).toEqual([])
  const { mark } = journal.changes(undefined, 10)
  for (let n = 0; n < 10_500; n++) journal.add(PING, null, 200, 'ok')
  const { entries, missed } = journal.changes(mark, 100)
  expect([entries.at(-1)?.n, entries.length + missed]).toEqual([10_501, 10_500])
})

test('changes above the limit are read next, before entries that came after them', () => {
  const journal = new MemoryJournal()
  const open = [1, 2, 3].map(() => journal.add(PING, null, 200, 'ok'))
  const { mark } = journal.changes(undefined, 10)
  for (const line of open) journal.finish(line, 5, {})
  journal.add(PING, null, 200, 'ok')
  const numbersIn = ({ entries }: ReturnType<typeof journal.changes>) => entries.map(({ n }) => n)
  const first = journal.changes(mark, 2)
  expect([numbersIn(first), first.missed, first.mark.n]).toEqual([[1, 2], 0, 3])
  const second = journal.changes(first.mark, 2)
  expect([numbersIn(second), second.missed, second.mark.n]).toEqual([[3, 4], 0, 4])
})

test('the traffic of a base address is that of the last five seconds, or of as long as lines are kept', () => {
  const journal = new MemoryJournal()
  for (let n = 0; n < 20; n++) journal.add(PING, null, 200, 'ok')
  journal.add({ ...PING, base: 'fallback' }, null, 200, 'ok')
  /** One each 400 ms, the last of them now. */
  const lines = [...journal.newestFirst()].map((line, index) => ({ ...line, realMs: 10_000 - 400 * index }))
  const trafficAt = recentTraffic(lines, 10_000)
  expect(trafficAt('arbitrum', 'primary')).toMatchObject({ perSecond: 2.4, last: { n: 20 } })
  expect(trafficAt('arbitrum', 'fallback')).toMatchObject({ perSecond: 0.2, last: { n: 21 } })
  expect(trafficAt('botanix', 'primary')).toEqual({ perSecond: 0, last: null })
  // Six lines over two seconds: earlier ones were evicted.
  expect(recentTraffic(lines.slice(0, 6), 10_000)('arbitrum', 'primary').perSecond).toBe(2.5)
})
