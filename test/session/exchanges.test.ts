import { expect, test } from 'vitest'
import { Exchanges, MAX_EXCHANGE_BYTES, MAX_EXCHANGES, MAX_PER_SECOND } from '../../src/session/exchanges.js'
import type { JournalRecord } from '../../src/session/journal/entry.js'

const recordOf = (n: number) => ({ n, atMs: n, realMs: (n / MAX_PER_SECOND) * 1000 }) as JournalRecord

test('the body of an exchange that others have pushed out takes no room', () => {
  const exchanges = new Exchanges()
  const early = exchanges.begin(recordOf(0))
  for (let n = 1; n <= MAX_EXCHANGES; n++) exchanges.begin(recordOf(n))
  expect(exchanges.of(recordOf(0))).toBeUndefined()
  early?.add(Buffer.alloc(MAX_EXCHANGE_BYTES))
  const latest = exchanges.begin(recordOf(MAX_EXCHANGES + 1))
  latest?.add(Buffer.alloc(1))
  expect(exchanges.of(recordOf(2))).toBeDefined()
  expect(exchanges.of(recordOf(MAX_EXCHANGES + 1))).toBe(latest)
})
