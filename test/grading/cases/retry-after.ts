import { type Case, calm } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  ['retry-after', 'nobody asked to wait', { requests: calm }, 'not exercised', null],
  [
    'retry-after',
    'heeded, by 20 ms at most',
    { requests: [{ at: 20_000, met: 'error', status: 429, retryAfterMs: 2000 }, { at: 21_990 }] },
    'pass',
    0,
  ],
  [
    'retry-after',
    'another base and another endpoint may be asked',
    {
      requests: [
        { at: 20_000, met: 'error', status: 429, retryAfterMs: 2000 },
        { at: 20_100, base: 'fallback' },
        { at: 20_200, endpoint: 'candles' },
      ],
    },
    'pass',
    0,
  ],
  [
    'retry-after',
    'what was on its way already could not heed it',
    {
      requests: [
        { at: 20_000, tookMs: 500, met: 'error', status: 429, retryAfterMs: 2000 },
        { at: 20_100, tookMs: 10 },
      ],
    },
    'pass',
    0,
  ],
  [
    'retry-after',
    'asked again too soon',
    { requests: [{ at: 20_000, met: 'error', status: 429, retryAfterMs: 2000 }, { at: 21_000 }] },
    'fail',
    1,
  ],
]
