import { type Case, calm, closedLate, every } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  ['gives-up', 'nothing hangs', { requests: calm }, 'not exercised', null],
  ...(
    [
      ['pass', 5000],
      ['warn', 8000],
      ['fail', 30_000],
    ] as const
  ).map(
    ([verdict, tookMs]) =>
      [
        'gives-up',
        `after ${tookMs} ms`,
        { requests: [{ at: 20_000, met: 'silent', tookMs, end: 'given-up' }] },
        verdict,
        tookMs,
      ] as const,
  ),
  ...(
    [
      ['pass', 5140],
      ['warn', 10_000],
      ['warn', 10_240],
      ['fail', 10_260],
    ] as const
  ).map(
    ([verdict, tookMs]) =>
      [
        'gives-up',
        `a tolerance of 50 ms and 2 %: ${tookMs} ms`,
        { requests: [{ at: 20_000, met: 'silent', tookMs, end: 'given-up' }] },
        verdict,
        tookMs,
      ] as const,
  ),
  [
    'gives-up',
    'a probe may wait longer than service',
    {
      requests: [
        ...every(1000, 0, 130_000),
        ...every(10_000, 500, 130_000, { base: 'fallback', met: 'silent', tookMs: 30_000, end: 'given-up' }),
      ],
    },
    'not exercised',
    null,
  ],
  [
    'gives-up',
    'one gave up late, another one was cut short',
    {
      requests: [
        { at: 20_000, met: 'silent', tookMs: 3000, end: 'given-up' },
        { at: 123_000, met: 'silent', tookMs: null },
      ],
    },
    'inconclusive',
    null,
  ],
  [
    'gives-up',
    'not before the end',
    { requests: [{ at: 20_000, met: 'silent', tookMs: null }] },
    'fail',
    110_000,
  ],
  [
    'gives-up',
    'the end came first',
    { requests: [{ at: 126_000, met: 'silent', tookMs: null }] },
    'inconclusive',
    null,
  ],
  [
    'gives-up',
    'with the answer of its hedge it waits no longer, although it leaves the request open',
    {
      requests: [
        ...calm,
        ...every(1000, 10_000, 70_000, { met: 'silent', tookMs: null }),
        ...every(1000, 10_300, 70_000, { base: 'fallback' }),
      ],
    },
    'pass',
    310,
  ],
  [
    'gives-up',
    'a library closes a connection after its pause, as it sends the next request: the shortest wait is its timeout',
    { requests: [...calm, ...closedLate] },
    'pass',
    5002,
  ],
  [
    'gives-up',
    'a busy machine ends some waits of one timeout late',
    {
      requests: [5000, 5400, 5010].map((tookMs, index) => ({
        ...({ at: 20_000 + index * 10_000, met: 'silent', end: 'given-up' } as const),
        tookMs,
      })),
    },
    'pass',
    5000,
  ],
]
