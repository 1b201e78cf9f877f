import { expect } from 'vitest'
import { type Case, calm, closedLate, down, every, failing, pausesOfPolls } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
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
  [
    'backs-off',
    'a failed query waits for its next poll: no retries',
    { requests: [...calm, ...every(1000, 10_000, 40_000, down)] },
    'not exercised',
    null,
  ],
  [
    'backs-off',
    'one late poll among others is no retry',
    { requests: [...calm, ...every(1000, 10_000, 20_000, down), ...every(1000, 20_400, 40_000, down)] },
    'not exercised',
    null,
  ],
  [
    'backs-off',
    'short pauses that timers stretch have not grown',
    { requests: failing([20, 25, 20, 35, 50, 45]) },
    'fail',
    0,
  ],
  [
    'backs-off',
    'six pauses with full jitter prove neither',
    { requests: failing([1180, 900, 5070, 2590, 6210, 4530]) },
    'inconclusive',
    null,
  ],
  ['backs-off', 'as long as ever', { requests: failing([100, 100, 100, 100]) }, 'fail', 0],
  [
    'backs-off',
    'a longest pause in the end is none of its faults',
    { requests: failing([100, 200, 400, 800, 1600, 3200, 3200, 3200, 3200, 3200]) },
    'pass',
    1,
  ],
  [
    'backs-off',
    'a second after a fast failure, as after the slow answers of the warm-up, is a poll',
    {
      requests: [
        ...every(1150, 0, 10_000, { tookMs: 150 }),
        ...every(1005, 10_350, 40_000, { ...down, tookMs: 5 }),
      ],
    },
    'not exercised',
    null,
  ],
  [
    'backs-off',
    'one late poll of four is no pause',
    { requests: [...calm, ...[10_000, 11_000, 12_470, 13_470].map((at) => ({ at, ...down }))] },
    'not exercised',
    null,
  ],
  [
    'backs-off',
    'late polls, each followed by an early one that catches up, are polls',
    {
      requests: [...calm, ...[10_000, 11_700, 12_000, 13_000, 14_600, 15_000].map((at) => ({ at, ...down }))],
    },
    'not exercised',
    null,
  ],
  [
    'backs-off',
    'early retries of every other poll are retries',
    {
      requests: [...calm, ...[10_000, 10_300, 11_000, 11_300, 12_000, 12_300].map((at) => ({ at, ...down }))],
    },
    'inconclusive',
    null,
  ],
  [
    'backs-off',
    'a busy machine stretches the first pauses of many that never grow',
    { requests: failing([500, 230, 40, 90, 70, 210, ...Array.from({ length: 40 }, () => 30)]) },
    'fail',
    expect.closeTo(-0.02, 1) as unknown as number,
  ],
  [
    'backs-off',
    'connections closed after the pause: from start to start less the timeout',
    { requests: [...calm, ...closedLate] },
    'pass',
    expect.closeTo(2.16, 1) as unknown as number,
  ],
  [
    'backs-off',
    'pauses that double from the poll period on, before each failover',
    { requests: [...calm, ...pausesOfPolls(4, [1000, 2000, 4000])] },
    'pass',
    1,
  ],
]
