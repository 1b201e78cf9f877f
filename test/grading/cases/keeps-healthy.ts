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
    'fails over after one failure, and returns to the base that it prefers',
    {
      requests: [
        ...calm,
        { at: 20_000, ...down },
        ...every(1000, 20_100, 25_000, { base: 'fallback' }),
        ...every(1000, 26_000, 60_000),
        { at: 60_000, ...down },
        { at: 60_100, base: 'fallback-2' },
      ],
    },
    'pass',
    1,
  ],
  [
    'keeps-healthy',
    'drops it for another one, while the first still fails',
    {
      requests: [
        ...calm,
        { at: 20_000, ...down },
        { at: 20_100, base: 'fallback' },
        ...every(1000, 21_000, 60_000, { base: 'fallback-2' }),
        { at: 60_000, ...down },
      ],
    },
    'fail',
    0,
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
  [
    'keeps-healthy',
    'a lone probe of a base that is never used',
    {
      requests: [
        ...calm,
        { at: 20_000, ...down },
        { at: 20_100, base: 'fallback' },
        { at: 20_900, base: 'fallback-2' },
        ...every(1000, 21_000, 60_000, { base: 'fallback' }),
        { at: 60_000, ...down },
      ],
    },
    'pass',
    1,
  ],
]
