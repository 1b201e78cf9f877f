import { type Case, calm, down, every } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  ['keeps-healthy', 'nothing fails', { requests: calm }, 'not exercised', null],
  [
    'keeps-healthy',
    'stays with the one that answers',
    {
      requests: [
        { at: 20_000, ...down },
        ...every(1000, 20_100, 60_000, { base: 'fallback' }),
        { at: 60_000, ...down },
      ],
    },
    'pass',
    1,
  ],
  [
    'keeps-healthy',
    'drops it and goes on where it fails',
    {
      requests: [
        { at: 20_000, ...down },
        { at: 20_100, base: 'fallback' },
        ...every(1000, 21_000, 60_000, down),
      ],
    },
    'fail',
    0,
  ],
]
