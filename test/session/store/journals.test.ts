/** Writing the journals of a replica while the store is slow, with calls to the store answered by the test. */
import { expect, test } from 'vitest'
import { createJournalParts } from '../../../src/session/journal/create-parts.js'
import type { Broadcast } from '../../../src/session/store/broadcast.js'
import type { StoreContext } from '../../../src/session/store/context.js'
import { createJournals } from '../../../src/session/store/journals.js'
import { createKeys } from '../../../src/session/store/keys.js'
import type { Membership } from '../../../src/session/store/membership.js'
import { PING } from '../../support/journal.js'

/** Three batches. */
const REQUESTS = 1200

const TIME = { wallMs: () => 0, stampUs: () => 0, learn() {} }
const MEMBERSHIP = {
  whileCurrent: <Value>(work: Promise<Value>) => work,
  setRefused() {},
} as unknown as Membership
const BROADCAST = { collect: async () => [] } as unknown as Broadcast
const onTrouble = (error: unknown): never => {
  throw error
}

test('a write covers all lines added before it, even while an earlier write is in progress', async () => {
  let stored = 0
  const answers: (() => void)[] = []
  const call = (_name: string, _keys: unknown, args: readonly unknown[]) =>
    new Promise((resolve) => {
      answers.push(() => {
        stored += Number(args[4])
        resolve(['0', '0'])
      })
    })
  const store = {
    replica: 'a',
    keys: createKeys('test'),
    time: TIME,
    call,
    onTrouble,
  } as unknown as StoreContext
  const journals = createJournals(store, MEMBERSHIP, BROADCAST, createJournalParts(), () => {})
  const journal = journals.make('root')
  for (let n = 0; n < REQUESTS; n++) journal.add(PING, null, 200, 'success')
  const first = journals.writeAll()
  journal.add(PING, null, 200, 'success')
  let isWritten = false
  const second = journals.writeAll().then(() => {
    isWritten = true
    expect(stored).toBe(REQUESTS + 1)
  })
  while (!isWritten && stored <= REQUESTS) {
    answers.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all([first, second])
  expect(journals.backlog).toBe(0)
})
