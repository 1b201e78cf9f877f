import { type Case, calm, caseOf, closedLate, every } from '../../support/rehearsed.js'

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
  ...(
    [
      ['pass', 5140],
      ['warn', 10_000],
      ['warn', 10_240],
      ['fail', 10_260],
    ] as const
  ).map(([verdict, tookMs]) =>
    caseOf(`a tolerance of 50 ms and 2 %: ${tookMs} ms`, verdict, tookMs, {
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
  caseOf(
    'with the answer of its hedge it waits no longer, although it leaves the request open',
    'pass',
    310,
    {
      requests: [
        ...calm,
        ...every(1000, 10_000, 70_000, { met: 'silent', tookMs: null }),
        ...every(1000, 10_300, 70_000, { base: 'fallback' }),
      ],
    },
  ),
  caseOf(
    'a library closes a connection after its pause, as it sends the next request: the shortest wait is its timeout',
    'pass',
    5002,
    { requests: [...calm, ...closedLate] },
  ),
  caseOf('a busy machine ends some waits of one timeout late', 'pass', 5000, {
    requests: [5000, 5400, 5010].map((tookMs, index) => ({
      ...({ at: 20_000 + index * 10_000, met: 'silent', end: 'given-up' } as const),
      tookMs,
    })),
  }),
]
