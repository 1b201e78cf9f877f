/** Time lines for the checks from `notices-stale` on. */
import { type Case, calm, down, every, failing, flawed, primaryDown } from '../../support/rehearsed.js'

export const FROM_NOTICES_STALE: readonly Case[] = [
  [
    'notices-stale',
    'nothing is old, nothing fails',
    { requests: calm, observations: [{}] },
    'not exercised',
    null,
  ],
  [
    'notices-stale',
    'the client does not say',
    { requests: [{ at: 20_000, ...down }] },
    'not observable',
    null,
  ],
  [
    'notices-stale',
    'a price of no reply',
    { requests: [{ at: 20_000, ...down }], observations: [{ atMs: 21_000, price: 9 }] },
    'inconclusive',
    null,
  ],
  ...(
    [
      ['pass', 10_000],
      ['warn', 40_000],
      ['fail', 61_000],
    ] as const
  ).map(
    ([verdict, age]) =>
      [
        'notices-stale',
        `data of ${age} ms ago`,
        {
          requests: [{ at: 20_000, met: 'wrong', flaw: 'stale' }],
          contents: [flawed(null, 7, 20_000)],
          observations: [{ atMs: 20_000 + age, price: 7 }],
        },
        verdict,
        age,
      ] as const,
  ),

  ['fails-back', 'the primary never fails', { requests: calm }, 'not exercised', null],
  [
    'fails-back',
    'back after half a minute',
    { requests: [{ at: 20_000, ...down }, { at: 100_000 }], rules: [primaryDown] },
    'pass',
    30_010,
  ],
  ['fails-back', 'never', { requests: [{ at: 20_000, ...down }], rules: [primaryDown] }, 'fail', null],

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
    'half as many again',
    { requests: [...calm, ...every(500, 10_000, 55_000, down)] },
    'warn',
    1.5,
  ],
  [
    'amplification',
    'ten times as many',
    { requests: [...calm, ...every(100, 10_000, 70_000, down)] },
    'fail',
    10,
  ],

  ['leaves-dead-alone', 'nothing fails', { requests: calm }, 'not exercised', null],
  [
    'leaves-dead-alone',
    'looks again every ten seconds',
    {
      requests: [
        ...every(10_000, 10_000, 70_000, down),
        ...every(1000, 10_100, 70_000, { base: 'fallback', endpoint: 'candles' }),
      ],
      rules: [primaryDown],
    },
    'pass',
    5 / 60,
  ],
  [
    'leaves-dead-alone',
    'tries it first for each question',
    {
      requests: every(1000, 10_000, 70_000, down).flatMap((one) => [
        one,
        { at: one.at + 10, base: 'fallback' as const },
      ]),
      rules: [primaryDown],
    },
    'fail',
    1,
  ],
  [
    'leaves-dead-alone',
    'too short to say',
    {
      requests: [
        { at: 69_500, ...down },
        { at: 69_900, base: 'fallback' },
      ],
      rules: [primaryDown],
    },
    'inconclusive',
    null,
  ],

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
