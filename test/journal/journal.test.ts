import { expect, test } from 'vitest'
import { createJournal } from '../../src/journal/journal.js'

const FACTS = {
  network: 'arbitrum',
  base: 'primary',
  endpoint: 'ping',
  method: 'GET',
  rule: null,
  status: 200,
  outcome: 'ok',
} as const

test('a wait ends when a restore brings back what it waits for', async () => {
  const journal = createJournal()
  for (let n = 0; n < 3; n++) journal.add(journal.kindOf(FACTS), '/ping', n)
  const state = journal.state()
  journal.clear()
  const waiting = journal.waitFor({ endpoint: 'ping' }, 3, AbortSignal.timeout(1000))
  journal.restore(state)
  expect(await waiting).toBe(true)
})
