import { describe, expect, test } from 'vitest'
import { createJournal, type Journal } from '../../src/journal/journal.js'
import { PING } from '../support/journal.js'
import { PATIENCE_MS } from '../support/patience.js'

test('a wait ends when a restore brings back what it waits for', async () => {
  const journal = createJournal()
  for (let n = 0; n < 3; n++) journal.add({ ...PING, atMs: n }, null, 200, 'ok')
  const state = journal.state()
  journal.clear()
  const waiting = journal.waitFor({ endpoint: 'ping' }, 3, AbortSignal.timeout(PATIENCE_MS))
  journal.restore(state)
  expect(await waiting).toBe(true)
})

describe('waits', () => {
  const never = new AbortController().signal
  const add = (journal: Journal, n: number, rule: string | null = null, outcome = 'ok') =>
    journal.add({ ...PING, atMs: n }, rule, 200, outcome)

  test('count what came before and what comes after, of old kinds and of new ones', async () => {
    const journal = createJournal()
    add(journal, 0, 'a')
    const waiting = journal.waitFor({ endpoint: 'ping' }, 4, never)
    add(journal, 1, 'a')
    add(journal, 2, 'b')
    expect(journal.waiting).toBe(1)
    add(journal, 3, 'c')
    expect(await waiting).toBe(true)
    expect(journal.waiting).toBe(0)
  })

  test('start anew when the journal is cleared', async () => {
    const journal = createJournal()
    add(journal, 0)
    const waiting = journal.waitFor({ outcome: 'ok' }, 2, never)
    journal.clear()
    add(journal, 1)
    expect(journal.waiting).toBe(1)
    add(journal, 2)
    expect(await waiting).toBe(true)
  })

  test('are looked at only where a request concerns them', () => {
    const journal = createJournal()
    for (let n = 0; n < 3000; n++) add(journal, n, `rule-${n}`)
    let looked = 0
    const filter = Object.defineProperty({}, 'outcome', {
      enumerable: true,
      get: () => {
        looked++
        return 'hang'
      },
    })
    for (let n = 0; n < 10; n++) void journal.waitFor(filter, 1, never)
    const before = looked
    for (let n = 0; n < 3000; n++) add(journal, n, `rule-${n}`)
    expect(looked).toBe(before)
    add(journal, 0, null, 'hang')
    expect(journal.waiting).toBe(0)
  })
})
