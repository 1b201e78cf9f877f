import { expect, test } from 'vitest'
import { createJournal } from '../../src/journal/journal.js'
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
