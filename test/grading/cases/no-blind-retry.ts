import { type Case, calm, every } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
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
]
