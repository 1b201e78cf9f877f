import { type Case, calm, down, flawed } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
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
    'not observable',
    null,
  ],
  [
    'notices-stale',
    'no price at all',
    { requests: [{ at: 20_000, ...down }], observations: [{ atMs: 21_000, price: Number.NaN }] },
    'inconclusive',
    null,
  ],
  ...(
    [
      ['not observable', 10_000, null],
      ['fail', 62_000, 62_000],
    ] as const
  ).map(
    ([verdict, age, measured]) =>
      [
        'notices-stale',
        `one price of two in no reply, the other ${age} ms old`,
        {
          requests: [{ at: 20_000, met: 'wrong', flaw: 'stale' }],
          contents: [flawed(null, 7, 20_000)],
          observations: [{ atMs: 20_000 + age, price: 7 }, { price: 9 }],
        },
        verdict,
        measured,
      ] as const,
  ),
  ...(
    [
      ['pass', 10_000],
      ['warn', 40_000],
      ['fail', 62_000],
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
  [
    'notices-stale',
    'a client that does nothing after the first old reply',
    {
      requests: [{ at: 20_000, met: 'wrong', flaw: 'stale' }],
      contents: [flawed(null, 7, 5000)],
      observations: [{ atMs: 9000, price: 7 }],
    },
    'inconclusive',
    null,
  ],
]
