/** Clients and attempts as read from journal records. */

import { expect, test } from 'vitest'
import { clientsOf, conductOf } from '../../src/session/clients/conduct.js'
import type { JournalRecord } from '../../src/session/journal/entry.js'

const GOOD = { met: 'good', flaw: null, rule: null, status: 200, outcome: 'ok' } as const
const LIMITED = { met: 'error', flaw: null, rule: 'limited', status: 429, outcome: 'status' } as const
const STALE = { met: 'wrong', flaw: 'stale', rule: 'old', status: 200, outcome: 'stale' } as const
const HANG = { met: 'silent', flaw: null, rule: 'dead', status: null, outcome: 'hang' } as const

interface Sent {
  readonly atMs: number
  readonly base?: string
  readonly fate?: typeof GOOD | typeof LIMITED | typeof STALE | typeof HANG
  readonly userAgent?: string | null
  readonly address?: string
  readonly url?: string
  /** Given to a limited one. */
  readonly retryAfterSeconds?: number
  readonly goneMs?: number
}

/** Records at these real times, over one connection. */
function recordsOf(...sent: readonly Sent[]): JournalRecord[] {
  let departures = 0
  return sent.map((one, index) => {
    const { atMs, base = 'primary', fate = GOOD, url = '/prices/tickers', goneMs = null } = one
    const seen = departures
    const { userAgent = 'bot/1', address = '10.0.0.7', retryAfterSeconds } = one
    if (retryAfterSeconds !== undefined) departures++
    const endpoint = url === '/ping' ? 'ping' : 'tickers'
    return {
      n: index + 1,
      kind: { network: 'arbitrum', base, endpoint, method: 'GET', ...fate },
      ...{ url, urlLength: url.length, atMs, realMs: atMs, seen, userAgent, address },
      ...{ connection: 1, requestId: null, ms: goneMs === null ? 10 : null, goneMs, revision: 1, run: '' },
      headers: undefined,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds, left: departures, leftRealMs: atMs + 10 }),
    } as JournalRecord
  })
}

const at = (ms: number) => ({ atMs: ms, realMs: ms })
const limited = (atMs: number) => ({ atMs, fate: LIMITED, retryAfterSeconds: 2 })

/** Polls each second; the third fails, is retried at once and then goes to the fallback. */
const OUTAGE = recordsOf(
  { atMs: 0 },
  { atMs: 1000 },
  { atMs: 2000, fate: HANG, goneMs: 200 },
  { atMs: 2210, fate: HANG, goneMs: 200 },
  { atMs: 2420, base: 'fallback' },
  { atMs: 3000, base: 'fallback', fate: STALE },
  { atMs: 4000, base: 'fallback' },
)
/** A failover that waits for the next poll. */
const LATE = recordsOf(
  ...[0, 1000, 2000].map((atMs) => ({ atMs })),
  { atMs: 3000, fate: LIMITED },
  { atMs: 4000, base: 'fallback' },
  { atMs: 5000, base: 'fallback' },
)

test('a client: bases, failures, retries, failovers, and the longest time without a good reply', () => {
  expect(clientsOf([], at(0))).toEqual([])
  expect(clientsOf(OUTAGE, at(4010))).toEqual([
    {
      ...{ userAgent: 'bot/1', address: '10.0.0.7', requests: 7, perSecond: 1.4 },
      bases: [
        { network: 'arbitrum', base: 'primary' },
        { network: 'arbitrum', base: 'fallback' },
      ],
      ...{ failed: 2, flawed: 1, retries: 1, failovers: 1, honoured: 0, ignored: 0 },
      // From the stale reply at 3000 to the next good one.
      longestMs: 1010,
      last: 7,
    },
  ])
})

test.each<[string, JournalRecord[], number, object[]]>([
  [
    'without a warm-up, a quick failover is no rhythm',
    recordsOf(
      { atMs: 0, fate: LIMITED },
      // The first reply left after 9.5 to 10.5 ms.
      { atMs: 9.5, base: 'fallback' },
      { atMs: 1000, fate: LIMITED },
      { atMs: 1011, base: 'fallback' },
    ),
    1020,
    [{ failovers: 2, retries: 0, longestMs: 21 }],
  ],
  [
    'one user agent at two addresses is two clients, as are two of one address, the busiest first',
    recordsOf(limited(0), { atMs: 500, address: '10.0.0.8' }, { atMs: 600, userAgent: null }, { atMs: 2100 }),
    2110,
    [
      { address: '10.0.0.7', requests: 2, failed: 1, honoured: 1, ignored: 0, last: 4 },
      { address: '10.0.0.8', requests: 1, failed: 0, honoured: 0, ignored: 0 },
      { address: '10.0.0.7', userAgent: null, requests: 1 },
    ],
  ],
  [
    'a request too early ignores Retry-After',
    recordsOf(limited(0), limited(500)),
    500,
    [{ honoured: 0, ignored: 1 }],
  ],
  ['one in time honours it', recordsOf(limited(0), limited(2010)), 2010, [{ honoured: 1, ignored: 0 }]],
  [
    'until it is over, no request to that base leaves it open',
    recordsOf(limited(0), { atMs: 1000, base: 'fallback' }),
    1500,
    [{ honoured: 0, ignored: 0 }],
  ],
  [
    'and honours it from then on',
    recordsOf(limited(0), { atMs: 1000, base: 'fallback' }),
    2500,
    [{ honoured: 1, ignored: 0 }],
  ],
  ['a failover may wait for the next poll', LATE, 5010, [{ failovers: 1, retries: 0 }]],
])('%s', (_law, lines, ms, expected) => {
  expect(clientsOf(lines, at(ms))).toMatchObject(expected)
})

/** The journal of the n-th. */
const conduct = (lines: readonly JournalRecord[], n: number, ms?: number) =>
  conductOf(lines, lines[n - 1], ...(ms === undefined ? [] : [at(ms)]))

test('a request knows its poll, and the answer to it', () => {
  const answer = { n: 5, afterMs: 430 }
  expect(conduct(OUTAGE, 3)).toMatchObject({ previous: 2, next: 4, attempt: { kind: 'poll', first: 3 } })
  expect(conduct(OUTAGE, 4).attempt).toEqual({ kind: 'retry', first: 3, answer })
  expect(conduct(OUTAGE, 5).attempt).toEqual({ kind: 'failover', first: 3, answer })
  expect([conduct(OUTAGE, 1).previous, conduct(OUTAGE, 7).next]).toEqual([null, null])
  expect(conduct(LATE, 4).attempt).toEqual({ kind: 'poll', first: 4, answer: { n: 5, afterMs: 1010 } })
  expect(conduct(LATE, 5).attempt).toMatchObject({ kind: 'failover', first: 4 })
  expect(conduct(LATE, 6).attempt).toMatchObject({ kind: 'poll', first: 6 })
})

test('neighbours have the same client and the same query', () => {
  const lines = recordsOf(
    { atMs: 0 },
    { atMs: 10, url: '/ping' },
    { atMs: 20, userAgent: 'other' },
    { atMs: 25, address: '10.0.0.8' },
    { atMs: 30, base: 'fallback', url: '/prices/tickers?cache=no' },
  )
  expect(conduct(lines, 1)).toMatchObject({ previous: null, next: 5 })
  expect(conduct(lines, 3)).toMatchObject({ previous: null, next: null })
})

test('a reply with Retry-After knows its next request, which knows what it ignored', () => {
  const lines = recordsOf(limited(0), { atMs: 500 }, { atMs: 1000 })
  expect(conduct(lines, 1).asked).toMatchObject({ retryAfterMs: 2000, waitedMs: 500, next: { n: 2 } })
  expect(conduct(lines, 2)).toMatchObject({ asked: null, ignored: { after: { n: 1 } } })
  expect(conduct(lines, 3).ignored).toBeNull()
  const other = recordsOf(limited(0), { atMs: 1000, base: 'fallback' })
  expect(conduct(other, 1, 2500).asked).toMatchObject({ next: null, waitedMs: 2500 })
})
