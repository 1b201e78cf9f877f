import { type Case, calm, caseOf, closedLate, down, every, priced } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('nothing hangs', 'not exercised', null, { requests: calm }),
  ...(
    [
      ['pass', 5000],
      ['warn', 8000],
      ['fail', 30_000],
    ] as const
  ).map(([verdict, tookMs]) =>
    caseOf(`after ${tookMs} ms`, verdict, tookMs, {
      requests: [{ at: 20_000, met: 'silent', tookMs, end: 'given-up' }],
    }),
  ),
  caseOf('a probe may wait longer than service', 'not exercised', null, {
    requests: [
      ...every(1000, 0, 130_000),
      ...every(10_000, 500, 130_000, { base: 'fallback', met: 'silent', tookMs: 30_000, end: 'given-up' }),
    ],
  }),
  caseOf('one gave up late, another one was cut short', 'inconclusive', null, {
    requests: [
      { at: 20_000, met: 'silent', tookMs: 3000, end: 'given-up' },
      { at: 123_000, met: 'silent', tookMs: null },
    ],
  }),
  caseOf('not before the end', 'fail', 110_000, { requests: [{ at: 20_000, met: 'silent', tookMs: null }] }),
  caseOf('the end came first', 'inconclusive', null, {
    requests: [{ at: 126_000, met: 'silent', tookMs: null }],
  }),
  caseOf('it goes on elsewhere after 3 s, and leaves the request open', 'pass', 3000, {
    requests: [
      ...calm,
      ...every(4000, 10_000, 70_000, { met: 'silent', tookMs: null }),
      ...every(4000, 13_000, 70_000, { base: 'fallback' }),
    ],
  }),
  caseOf('it acts on a newer price meanwhile', 'pass', 4000, {
    requests: [
      { at: 20_000, met: 'silent', tookMs: null },
      { at: 23_900, content: priced(7, 23_900) },
    ],
    contents: [priced(7, 23_900)],
    observations: [{ atMs: 24_000, price: 7 }],
  }),
  caseOf('sent to all bases at once, and none of the others answers', 'fail', 40_000, {
    requests: [
      { at: 20_000, met: 'silent', tookMs: 40_000, end: 'given-up' },
      { at: 20_001, base: 'fallback', ...down },
    ],
  }),
  caseOf('a body that drips for half a minute', 'fail', 30_000, {
    requests: [{ at: 20_000, outcome: 'drip', rule: 'rule-1', tookMs: 30_000 }],
    rules: [{ fault: 'drip', met: 'good' }],
  }),
  caseOf(
    'a library closes a connection after its pause, as it sends the next request: the shortest wait is its timeout',
    'pass',
    5003,
    { requests: [...calm, ...closedLate] },
  ),
]
