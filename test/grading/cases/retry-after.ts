import { type Case, calm, every, type Told } from '../../support/rehearsed.js'

const limited = { met: 'error', status: 429, retryAfterMs: 2000 } as const

/** As got and ky do: three attempts, each after Retry-After, another base, and at once the next query. */
export const libraryAgain: readonly Told[] = [
  ...calm,
  ...[20_000, 24_060, 28_120].flatMap((at) => [
    { at, ...limited },
    { at: at + 2015, ...limited },
    { at: at + 4030, ...limited },
    { at: at + 4045, base: 'fallback' as const },
  ]),
  { at: 32_180, ...limited },
]

export const CASES: readonly Case[] = [
  ['retry-after', 'nobody asked to wait', { requests: calm }, 'not exercised', null],
  [
    'retry-after',
    'heeded, by 20 ms at most',
    { requests: [{ at: 20_000, met: 'error', status: 429, retryAfterMs: 2000 }, { at: 21_990 }] },
    'pass',
    0,
  ],
  [
    'retry-after',
    'another base and another endpoint may be asked',
    {
      requests: [
        { at: 20_000, met: 'error', status: 429, retryAfterMs: 2000 },
        { at: 20_100, base: 'fallback' },
        { at: 20_200, endpoint: 'candles' },
      ],
    },
    'pass',
    0,
  ],
  [
    'retry-after',
    'what was on its way already could not heed it',
    {
      requests: [
        { at: 20_000, tookMs: 500, met: 'error', status: 429, retryAfterMs: 2000 },
        { at: 20_100, tookMs: 10 },
      ],
    },
    'pass',
    0,
  ],
  [
    'retry-after',
    'one reply ignored is no habit',
    { requests: [{ at: 20_000, ...limited }, { at: 21_000 }] },
    'warn',
    1,
  ],
  [
    'retry-after',
    'two early retries before a breaker opens, then a try every 10 s',
    {
      requests: [0, 160, 480, 10_500, 20_500].flatMap((ms, index) => [
        { at: 20_000 + ms, ...limited },
        ...(index < 2 ? [] : [{ at: 20_020 + ms, base: 'fallback' as const }]),
      ]),
    },
    'warn',
    2 / 5,
  ],
  [
    'retry-after',
    'a library honours it twice, and the next query begins at the same base again',
    { requests: libraryAgain },
    'warn',
    3 / 10,
  ],
  [
    'retry-after',
    'every poll asks again too early',
    { requests: [...calm, ...every(1000, 10_000, 30_000, limited), { at: 40_000 }] },
    'fail',
    19 / 20,
  ],
  [
    'retry-after',
    'half of the replies',
    { requests: [0, 1000, 4000, 5000].map((ms) => ({ at: 20_000 + ms, ...limited })) },
    'warn',
    0.5,
  ],
  [
    'retry-after',
    'a client that asks nothing more',
    { requests: [...calm, { at: 20_000, ...limited }] },
    'inconclusive',
    null,
  ],
]
