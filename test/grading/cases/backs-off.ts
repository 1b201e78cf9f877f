import { expect } from 'vitest'
import {
  type Case,
  calm,
  caseOf,
  closedLate,
  down,
  every,
  failing,
  pausesOfPolls,
} from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('nothing fails', 'not exercised', null, { requests: calm }),
  caseOf('two failures', 'inconclusive', null, { requests: failing([100]) }),
  caseOf('doubling', 'pass', 1, { requests: failing([100, 200, 400, 800, 1600]) }),
  caseOf('half as much more', 'warn', expect.closeTo(0.32, 1) as unknown as number, {
    requests: failing([1000, 1250, 1562, 1953]),
  }),
  caseOf('a failed query waits for its next poll: no retries', 'not exercised', null, {
    requests: [...calm, ...every(1000, 10_000, 40_000, down)],
  }),
  caseOf('one late poll among others is no retry', 'not exercised', null, {
    requests: [...calm, ...every(1000, 10_000, 20_000, down), ...every(1000, 20_400, 40_000, down)],
  }),
  caseOf('short pauses that timers stretch have not grown', 'fail', 0, {
    requests: failing([20, 25, 20, 35, 50, 45]),
  }),
  caseOf('six pauses with full jitter prove neither', 'inconclusive', null, {
    requests: failing([1180, 900, 5070, 2590, 6210, 4530]),
  }),
  caseOf('as long as ever', 'fail', 0, { requests: failing([100, 100, 100, 100]) }),
  caseOf('a longest pause in the end is none of its faults', 'pass', 1, {
    requests: failing([100, 200, 400, 800, 1600, 3200, 3200, 3200, 3200, 3200]),
  }),
  caseOf(
    'a second after a fast failure, as after the slow answers of the warm-up, is a poll',
    'not exercised',
    null,
    {
      requests: [
        ...every(1150, 0, 10_000, { tookMs: 150 }),
        ...every(1005, 10_350, 40_000, { ...down, tookMs: 5 }),
      ],
    },
  ),
  caseOf('one late poll of four is no pause', 'not exercised', null, {
    requests: [...calm, ...[10_000, 11_000, 12_470, 13_470].map((at) => ({ at, ...down }))],
  }),
  caseOf('late polls, each followed by an early one that catches up, are polls', 'not exercised', null, {
    requests: [...calm, ...[10_000, 11_700, 12_000, 13_000, 14_600, 15_000].map((at) => ({ at, ...down }))],
  }),
  caseOf('early retries of every other poll are retries', 'inconclusive', null, {
    requests: [...calm, ...[10_000, 10_300, 11_000, 11_300, 12_000, 12_300].map((at) => ({ at, ...down }))],
  }),
  caseOf(
    'a busy machine stretches the first pauses of many that never grow',
    'fail',
    expect.closeTo(-0.02, 1) as unknown as number,
    { requests: failing([500, 230, 40, 90, 70, 210, ...Array.from({ length: 40 }, () => 30)]) },
  ),
  caseOf(
    'connections closed after the pause: from start to start less the timeout',
    'pass',
    expect.closeTo(2.16, 1) as unknown as number,
    { requests: [...calm, ...closedLate] },
  ),
  caseOf('pauses that double from the poll period on, before each failover', 'pass', 1, {
    requests: [...calm, ...pausesOfPolls(4, [1000, 2000, 4000])],
  }),
]
