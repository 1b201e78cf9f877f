/** Time lines for the checks from `no-blind-retry` on. */
import { expect } from 'vitest'
import { type Case, calm, every, failing } from '../../support/rehearsed.js'

export const FROM_NO_BLIND_RETRY: readonly Case[] = [
  ['no-blind-retry', 'no 400', { requests: calm }, 'not exercised', null],
  [
    'no-blind-retry',
    'asked again when it is time to',
    { requests: [...calm, ...every(1000, 10_000, 20_000, { met: 'error', status: 400 })] },
    'pass',
    1,
  ],
  [
    'no-blind-retry',
    'asked again at once',
    {
      requests: [
        ...calm,
        { at: 20_000, met: 'error', status: 400 },
        { at: 20_100, met: 'error', status: 400 },
      ],
    },
    'fail',
    0,
  ],
  [
    'no-blind-retry',
    'the base is left for it',
    {
      requests: [
        ...calm,
        { at: 20_000, endpoint: 'candles', met: 'error', status: 400 },
        ...every(1000, 21_000, 40_000, { base: 'fallback' }),
      ],
    },
    'fail',
    0,
  ],

  ['backs-off', 'nothing fails', { requests: calm }, 'not exercised', null],
  ['backs-off', 'two failures', { requests: failing([100]) }, 'inconclusive', null],
  ['backs-off', 'doubling', { requests: failing([100, 200, 400, 800, 1600]) }, 'pass', 1],
  [
    'backs-off',
    'half as much more',
    { requests: failing([1000, 1250, 1562, 1953]) },
    'warn',
    expect.closeTo(0.32, 1) as unknown as number,
  ],
  ['backs-off', 'as long as ever', { requests: failing([100, 100, 100, 100]) }, 'fail', 0],
  [
    'backs-off',
    'a longest pause in the end is none of its faults',
    { requests: failing([100, 200, 400, 800, 1600, 3200, 3200, 3200, 3200, 3200]) },
    'pass',
    1,
  ],

  ['jitters', 'nothing fails', { requests: calm }, 'not exercised', null],
  [
    'jitters',
    'four of a kind',
    { requests: [0, 1, 2, 3].flatMap((client) => failing([100], { client })) },
    'inconclusive',
    null,
  ],
  [
    'jitters',
    'five in step',
    { requests: [0, 1, 2, 3, 4].flatMap((client) => failing([500], { client })) },
    'fail',
    0,
  ],
  [
    'jitters',
    'five spread',
    { requests: [100, 300, 500, 700, 900].flatMap((ms, client) => failing([ms], { client })) },
    'pass',
    expect.closeTo(0.632, 2) as unknown as number,
  ],

  ['no-flapping', 'too few answers', { requests: [{ at: 0 }] }, 'inconclusive', null],
  ['no-flapping', 'one base', { requests: every(1000, 0, 130_000), rules: [] }, 'pass', 0],
  [
    'no-flapping',
    'by turns',
    {
      requests: every(1000, 0, 130_000).map((one, index) => ({
        ...one,
        base: index % 2 === 0 ? 'primary' : 'fallback',
      })),
    },
    'fail',
    expect.closeTo(60, -1) as unknown as number,
  ],
]
