import { expect } from 'vitest'
import { type Case, calm, down, every, failing } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
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
    'polls only',
    {
      requests: [0, 1, 2, 3, 4].flatMap((client) => [
        ...calm.map((one) => ({ ...one, client })),
        ...every(1000, 10_000, 40_000, { ...down, client }),
      ]),
    },
    'not exercised',
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
]
