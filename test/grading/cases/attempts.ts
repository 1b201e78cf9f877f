import { type Case, calm, down, every, failing, pausesOfPolls } from '../../support/rehearsed.js'

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
    'a request id that repeats keeps queries apart',
    {
      requests: [
        ...failing([10, 10], { id: 'a' }),
        ...failing([10, 10], { id: 'b' }).map((one) => ({ ...one, at: one.at + 5 })),
      ],
    },
    'pass',
    3,
  ],
  [
    'attempts',
    'a fresh request id for each attempt does not',
    {
      requests: [
        ...calm,
        ...failing([20, 20, 20, 20, 20, 20]).map((one, index) => ({ ...one, id: `request-${index}` })),
      ],
    },
    'fail',
    7,
  ],
  [
    'attempts',
    'a failover is not a repetition',
    {
      requests: [
        ...calm,
        ...every(1000, 20_000, 40_000, down).flatMap((one) => [
          one,
          { ...one, at: one.at + 20, base: 'fallback' as const },
          { ...one, at: one.at + 40, base: 'fallback-2' as const },
        ]),
      ],
    },
    'pass',
    1,
  ],
  [
    'attempts',
    'a poll every 30 s is not a repetition, though the warm-up has one poll only',
    { requests: [{ at: 0 }, { at: 70_000 }, { at: 100_000 }, ...every(30_000, 10_000, 60_000, down)] },
    'pass',
    1,
  ],
  [
    'attempts',
    'a second after a fast failure, as after the slow answers of the warm-up, is a poll',
    {
      requests: [
        ...every(1150, 0, 10_000, { tookMs: 150 }),
        ...every(1005, 10_350, 40_000, { ...down, tookMs: 5 }),
      ],
    },
    'pass',
    1,
  ],
  [
    'attempts',
    'pauses as long as polls: the sequence shows three attempts before each failover',
    { requests: [...calm, ...pausesOfPolls(10)] },
    'pass',
    3,
  ],
  [
    'attempts',
    'six such attempts',
    { requests: [...calm, ...pausesOfPolls(4, [1000, 1000, 1000, 1000, 1000])] },
    'fail',
    6,
  ],
  [
    'attempts',
    'three failures a poll period apart before the only failover: polls or attempts',
    { requests: [...calm, ...pausesOfPolls(1), ...every(1000, 25_000, 60_000, { base: 'fallback' })] },
    'inconclusive',
    null,
  ],
  [
    'attempts',
    'three polls before a breaker opens, and single tries after it',
    {
      requests: [
        ...calm,
        ...pausesOfPolls(1, [1000, 1000]),
        ...[34_000, 44_000].flatMap((at) => [
          { at, ...down },
          { at: at + 20, base: 'fallback' as const },
        ]),
      ],
    },
    'pass',
    1,
  ],
  [
    'attempts',
    'pauses that double before the only failover',
    { requests: [...calm, ...pausesOfPolls(1, [1000, 2000, 4000])] },
    'warn',
    4,
  ],
]
