import { type Case, calm, down, every, failing } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  ['retry-ratio', 'nothing fails', { requests: calm }, 'not exercised', null],
  ['retry-ratio', 'few requests', { requests: [...calm, ...failing([100])] }, 'inconclusive', null],
  [
    'retry-ratio',
    'one in 40',
    { requests: [...every(1000, 0, 49_000), { at: 49_000, ...down }, { at: 49_200 }] },
    'pass',
    1 / 41,
  ],
  [
    'retry-ratio',
    'one in two',
    { requests: [...calm, ...every(1000, 10_000, 70_000, down), ...every(1000, 10_200, 70_200)] },
    'fail',
    0.5,
  ],
]
