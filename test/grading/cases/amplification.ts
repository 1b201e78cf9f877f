import { type Case, calm, down, every } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  ['amplification', 'nothing fails', { requests: every(1000, 0, 130_000) }, 'not exercised', null],
  ['amplification', 'no baseline', { requests: [{ at: 20_000, ...down }] }, 'inconclusive', null],
  [
    'amplification',
    'as many as ever',
    { requests: [...calm, ...every(1000, 10_000, 70_000, down)] },
    'pass',
    1,
  ],
  [
    'amplification',
    'half as many again, which ten requests before cannot prove',
    { requests: [...calm, ...every(500, 10_000, 55_000, down)] },
    'pass',
    1.5,
  ],
  [
    'amplification',
    'ten times as many',
    { requests: [...calm, ...every(100, 10_000, 70_000, down)] },
    'fail',
    10,
  ],
  [
    'amplification',
    'three times as many, from ten requests: more, but not provably twice as many',
    { requests: [...calm, ...every(1000 / 3, 10_000, 70_000, down)] },
    'warn',
    3,
  ],
  [
    'amplification',
    'three times as many, from forty requests',
    { requests: [...every(250, 0, 10_000), ...every(250 / 3, 10_000, 70_000, down)] },
    'fail',
    3,
  ],
  [
    'amplification',
    'a tenth more, from a window that cut off one request',
    { requests: [...calm.slice(1), ...every(1000, 10_000, 70_000, down)] },
    'pass',
    10 / 9,
  ],
]
