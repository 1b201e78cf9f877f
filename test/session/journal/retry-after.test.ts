/** Violations of Retry-After: only a repeated query, sent after the reply with the header had arrived. */

import { expect, test } from 'vitest'
import { nextTurn } from '../../../src/kit/clock/timers.js'
import { pausesIn } from '../../../src/session/clients/retry-after.js'
import type { Arrival } from '../../../src/session/journal/entry.js'
import { createJournalParts } from '../../../src/session/journal/journal.js'
import { MemoryJournal } from '../../../src/session/journal/memory-journal.js'
import { createReplyOrder } from '../../../src/session/journal/reply-order.js'
import { PING } from '../../support/journal.js'

const [ONE, OTHER] = [{ number: 1 }, { number: 2 }]

function over(sender: Arrival['sender'], change: Partial<Arrival> = {}): Arrival {
  return { ...PING, ...(sender && { sender }), ...change }
}

function createTeller() {
  let nowMs = 0
  const departures = { ...createReplyOrder(), realMs: () => nowMs }
  const journal = new MemoryJournal({ ...createJournalParts(), departures })
  const came = (arrival: Arrival, retryAfterSeconds?: number) => {
    const line = journal.add(arrival, null, retryAfterSeconds === undefined ? 200 : 429, 'status')
    if (retryAfterSeconds !== undefined) line.retryAfterSeconds = retryAfterSeconds
    return { leaves: () => journal.finish(line, 1, arrival) }
  }
  const nextOf = () => pausesIn(journal.lines()).map(({ after, next }) => [after.n, next?.n ?? null])
  return { came, nextOf, passes: (ms: number) => (nowMs += ms) }
}

test('a request on the same connection after a reply counts as sent after it; one that never left has none', () => {
  const { came, nextOf } = createTeller()
  came(over(ONE), 60)
  came(over(ONE), 60).leaves()
  came(over(ONE)).leaves()
  expect(nextOf()).toEqual([
    [1, null],
    [2, 3],
  ])
})

test('a request pipelined before the reply left was not', () => {
  const { came, nextOf } = createTeller()
  const both = [came(over(ONE), 60), came(over(ONE), 60)]
  for (const one of both) one.leaves()
  expect(nextOf().map(([, next]) => next)).toEqual([null, null])
  came(over(ONE)).leaves()
  expect(nextOf().map(([, next]) => next)).toEqual([3, 3])
})

test('three that were sent at once over three connections break nothing, however late they arrive', () => {
  const { came, nextOf } = createTeller()
  for (const number of [1, 2, 3]) came(over({ number }), 60).leaves()
  expect(nextOf().map(([, next]) => next)).toEqual([null, null, null])
})

test('a request on another connection has seen departures before its last reply', () => {
  const { came, nextOf } = createTeller()
  came(over(OTHER)).leaves()
  const slow = came(over(OTHER))
  came(over(ONE), 60).leaves()
  slow.leaves()
  came(over(OTHER)).leaves()
  expect(nextOf()).toEqual([[3, 4]])
})

test('long after the reply had left, any connection will do', () => {
  const { came, nextOf, passes } = createTeller()
  came(over(ONE), 60).leaves()
  passes(99)
  came(over(OTHER)).leaves()
  expect(nextOf()).toEqual([[1, null]])
  passes(1)
  came(over({ number: 3 })).leaves()
  expect(nextOf()).toEqual([[1, 3]])
})

test('in process: simultaneous requests do not violate Retry-After, later ones do', async () => {
  const { came, nextOf } = createTeller()
  for (let i = 0; i < 3; i++) came(over(undefined), 60).leaves()
  await nextTurn()
  expect(nextOf().map(([, next]) => next)).toEqual([null, null, null])
  came(over(undefined)).leaves()
  expect(nextOf().map(([, next]) => next)).toEqual([4, 4, 4])
})

test('only the same query of the same client at the same base counts', () => {
  const candles = (search: string, change: Partial<Arrival> = {}) =>
    over(ONE, { endpoint: 'candles', url: `/prices/candles?${search}`, ...change })
  const { came, nextOf } = createTeller()
  came(candles('tokenSymbol=ETH&period=1m'), 60).leaves()
  came(candles('tokenSymbol=BTC&period=1m')).leaves()
  came(candles('tokenSymbol=ETH&period=1m', { base: 'fallback' })).leaves()
  came(candles('tokenSymbol=ETH&period=1m', { network: 'avalanche' })).leaves()
  came(candles('tokenSymbol=ETH&period=1m', { header: () => 'another client' })).leaves()
  expect(nextOf()).toEqual([[1, null]])
  // Another order, and an unknown parameter, make no other query.
  came(candles('_=1&period=1m&tokenSymbol=ETH')).leaves()
  expect(nextOf()).toEqual([[1, 6]])
})
