import { type Case, calm, down, every, failing } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  ['attempts', 'nothing fails', { requests: calm }, 'not exercised', null],
  ['attempts', 'three in a row', { requests: [...calm, ...failing([100, 200])] }, 'pass', 3],
  ['attempts', 'four', { requests: [...calm, ...failing([100, 100, 100])] }, 'warn', 4],
  ['attempts', 'seven', { requests: [...calm, ...failing([50, 50, 50, 50, 50, 50])] }, 'fail', 7],
  [
    'attempts',
    'a poll is no retry: as often as ever',
    { requests: [...calm, ...every(1000, 20_000, 40_000, down)] },
    'pass',
    1,
  ],
  [
    'attempts',
    'a request id keeps questions apart',
    {
      requests: [
        ...failing([10, 10], { id: 'a' }),
        ...failing([10, 10], { id: 'b' }).map((one) => ({ ...one, at: one.at + 5 })),
      ],
    },
    'pass',
    3,
  ],
]
