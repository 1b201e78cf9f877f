import { type Case, calm } from '../../support/rehearsed.js'

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
]
