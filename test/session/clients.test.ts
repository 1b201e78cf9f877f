/** Clients and attempts as read from journal records. */

import { expect, test } from 'vitest'
import type { BaseName } from '../../src/market/catalogue/names.js'
import { clientsOf, conductOf } from '../../src/session/clients/conduct.js'
import type { JournalRecord } from '../../src/session/journal/entry.js'
import { createJournalParts, createReplyOrder } from '../../src/session/journal/journal.js'
import { MemoryJournal } from '../../src/session/journal/memory-journal.js'
import { PING } from '../support/journal.js'

const GOOD = { met: 'good', flaw: null, rule: null, status: 200, outcome: 'ok' } as const
const LIMITED = { met: 'error', flaw: null, rule: 'limited', status: 429, outcome: 'status' } as const
const STALE = { met: 'wrong', flaw: 'stale', rule: 'old', status: 200, outcome: 'stale' } as const
const HANG = { met: 'silent', flaw: null, rule: 'dead', status: null, outcome: 'hang' } as const

interface Sent {
  readonly base?: string
  readonly fate?: typeof GOOD | typeof LIMITED | typeof STALE | typeof HANG
  readonly userAgent?: string | null
  readonly address?: string
  readonly url?: string
  readonly retryAfterSeconds?: number
  readonly goneMs?: number
}

/** Records at these real times, over one connection. */
function recordsOf(sent: readonly (Sent & { readonly atMs: number })[]): JournalRecord[] {
  let departures = 0
  return sent.map((one, index) => {
    const { atMs, base = 'primary', fate = GOOD, userAgent = 'bot/1', url = '/prices/tickers' } = one
    const seen = departures
    const { retryAfterSeconds, goneMs = null } = one
    if (retryAfterSeconds !== undefined) departures++
    const endpoint = url === '/ping' ? 'ping' : 'tickers'
    return {
      n: index + 1,
      kind: { network: 'arbitrum', base, endpoint, method: 'GET', ...fate },
      ...{ url, urlLength: url.length, atMs, realMs: atMs, seen, userAgent },
      ...{
        connection: 1,
        address: one.address ?? '10.0.0.7',
        requestId: null,
        ms: goneMs === null ? 10 : null,
        goneMs,
        revision: 1,
        run: '',
      },
      headers: undefined,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds, left: departures, leftRealMs: atMs + 10 }),
    } as JournalRecord
  })
}

const at = (ms: number) => ({ atMs: ms, realMs: ms })

/** Polls each second; the third fails, is retried at once and then goes to the fallback. */
const OUTAGE = recordsOf([
  { atMs: 0 },
  { atMs: 1000 },
  { atMs: 2000, fate: HANG, goneMs: 200 },
  { atMs: 2210, fate: HANG, goneMs: 200 },
  { atMs: 2420, base: 'fallback' },
  { atMs: 3000, base: 'fallback', fate: STALE },
  { atMs: 4000, base: 'fallback' },
])

test('a client: bases, failures, retries, failovers, and the longest time without a good reply', () => {
  expect(clientsOf(OUTAGE, at(4010))).toEqual([
    {
      userAgent: 'bot/1',
      address: '10.0.0.7',
      requests: 7,
      perSecond: 1.4,
      bases: [
        { network: 'arbitrum', base: 'primary' },
        { network: 'arbitrum', base: 'fallback' },
      ],
      failed: 2,
      flawed: 1,
      retries: 1,
      failovers: 1,
      honoured: 0,
      ignored: 0,
      // From the stale reply at 3000 to the next good one.
      longestMs: 1010,
      last: 7,
    },
  ])
})

test('without a warm-up, a quick failover is no rhythm', () => {
  const lines = recordsOf([
    { atMs: 0, fate: LIMITED },
    // The first reply left after 9.5 to 10.5 ms.
    { atMs: 9.5, base: 'fallback' },
    { atMs: 1000, fate: LIMITED },
    { atMs: 1011, base: 'fallback' },
  ])
  expect(clientsOf(lines, at(1020))[0]).toMatchObject({ failovers: 2, retries: 0, longestMs: 21 })
})

test('a failover after a failure that was recorded late, as its reply is made by code, on a frozen clock', () => {
  let nowMs = 0
  const departures = { ...createReplyOrder(), realMs: () => nowMs }
  const journal = new MemoryJournal({ ...createJournalParts(), departures })
  const answer = (arrivedMs: number, recordedMs: number, base: BaseName, endpoint = 'tickers') => {
    const arrival = { ...PING, endpoint, base }
    nowMs = recordedMs
    const status = base === 'primary' ? 500 : 200
    const line = journal.add(arrival, null, status, 'custom', undefined, undefined, nowMs - arrivedMs)
    nowMs++
    journal.finish(line, nowMs - arrivedMs, arrival)
  }
  answer(1000, 1000, 'fallback', 'tokens')
  answer(0, 2000, 'primary')
  answer(2002, 2010, 'fallback')
  expect(clientsOf(journal.lines(), at(nowMs))).toMatchObject([
    { requests: 3, failovers: 1, longestMs: 2011 },
  ])
})

test('clients with one user agent and different addresses are different clients', () => {
  const lines = recordsOf([
    { atMs: 0, fate: LIMITED, retryAfterSeconds: 2 },
    { atMs: 500, address: '10.0.0.8' },
    { atMs: 2100 },
  ])
  expect(
    clientsOf(lines, at(2110)).map(({ address, requests, failed, honoured, ignored }) => [
      address,
      requests,
      failed,
      honoured,
      ignored,
    ]),
  ).toEqual([
    ['10.0.0.7', 2, 1, 1, 0],
    ['10.0.0.8', 1, 0, 0, 0],
  ])
  expect(conductOf(lines, lines[0])).toMatchObject({ previous: null, next: 3 })
})

test('clients are identified by user agent, the busiest first', () => {
  const lines = recordsOf([
    { atMs: 0, userAgent: null },
    { atMs: 10, userAgent: 'b' },
    { atMs: 20, userAgent: 'b', base: 'fallback' },
  ])
  expect(
    clientsOf(lines, at(30)).map(({ userAgent, requests, last }) => [userAgent, requests, last]),
  ).toEqual([
    ['b', 2, 3],
    [null, 1, 1],
  ])
  expect(clientsOf([], at(0))).toEqual([])
})

test('Retry-After is honoured or ignored; before the next request it is neither', () => {
  const pollsAfter = (ms: number) =>
    recordsOf([
      { atMs: 0, fate: LIMITED, retryAfterSeconds: 2 },
      { atMs: ms, fate: LIMITED, retryAfterSeconds: 2 },
    ])
  const [early] = clientsOf(pollsAfter(500), at(500))
  expect([early.honoured, early.ignored]).toEqual([0, 1])
  const [late] = clientsOf(pollsAfter(2010), at(2010))
  expect([late.honoured, late.ignored]).toEqual([1, 0])
})

test('Retry-After is honoured by not asking that base again; until then it is open', () => {
  const lines = recordsOf([
    { atMs: 0, fate: LIMITED, retryAfterSeconds: 2 },
    { atMs: 1000, base: 'fallback' },
  ])
  expect(clientsOf(lines, at(1500))[0]).toMatchObject({ honoured: 0, ignored: 0 })
  expect(clientsOf(lines, at(2500))[0]).toMatchObject({ honoured: 1, ignored: 0 })
  expect(conductOf(lines, lines[0], at(2500)).asked).toMatchObject({ next: null, waitedMs: 2500 })
})

test('a failover may wait for the next poll', () => {
  const lines = recordsOf([
    ...[0, 1000, 2000].map((atMs) => ({ atMs })),
    { atMs: 3000, fate: LIMITED },
    { atMs: 4000, base: 'fallback' },
    { atMs: 5000, base: 'fallback' },
  ])
  expect(clientsOf(lines, at(5010))[0]).toMatchObject({ failovers: 1, retries: 0 })
  const answer = { n: 5, afterMs: 1010 }
  expect(conductOf(lines, lines[3]).attempt).toEqual({ kind: 'poll', first: 4, answer })
  expect(conductOf(lines, lines[4]).attempt).toMatchObject({ kind: 'failover', first: 4 })
  expect(conductOf(lines, lines[5]).attempt).toMatchObject({ kind: 'poll', first: 6 })
})

test('a request knows its neighbours, its poll, and the answer to it', () => {
  const of = (n: number) => conductOf(OUTAGE, OUTAGE[n - 1])
  expect(of(3)).toMatchObject({ previous: 2, next: 4, attempt: { kind: 'poll', first: 3 } })
  expect(of(4).attempt).toEqual({ kind: 'retry', first: 3, answer: { n: 5, afterMs: 430 } })
  expect(of(5).attempt).toEqual({ kind: 'failover', first: 3, answer: { n: 5, afterMs: 430 } })
  expect([of(1).previous, of(7).next]).toEqual([null, null])
})

test('neighbours have the same client and the same query', () => {
  const lines = recordsOf([
    { atMs: 0 },
    { atMs: 10, url: '/ping' },
    { atMs: 20, userAgent: 'other' },
    { atMs: 30, base: 'fallback', url: '/prices/tickers?cache=no' },
  ])
  expect(conductOf(lines, lines[0])).toMatchObject({ previous: null, next: 4 })
  expect(conductOf(lines, lines[2])).toMatchObject({ previous: null, next: null })
})

test('a reply with Retry-After knows its next request, which knows what it ignored', () => {
  const lines = recordsOf([{ atMs: 0, fate: LIMITED, retryAfterSeconds: 2 }, { atMs: 500 }, { atMs: 1000 }])
  expect(conductOf(lines, lines[0]).asked).toMatchObject({
    retryAfterMs: 2000,
    waitedMs: 500,
    next: { n: 2 },
  })
  expect(conductOf(lines, lines[1])).toMatchObject({ asked: null, ignored: { after: { n: 1 } } })
  expect(conductOf(lines, lines[2]).ignored).toBeNull()
})
