import { type Case, calm, down, every, primaryDown } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
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
    'requests to all bases at once are one query',
    {
      requests: every(1000, 0, 70_000).flatMap((one) => [
        one.at < 10_000 ? one : { ...one, ...down, tookMs: 0 },
        { at: one.at + 1, base: 'fallback' as const },
        { at: one.at + 2, base: 'fallback-2' as const },
      ]),
      rules: [primaryDown],
    },
    'fail',
    1,
  ],
  [
    'leaves-dead-alone',
    'a hedge belongs to its query, though the first request is cancelled only when it answers',
    {
      requests: every(1000, 0, 70_000).flatMap((one) =>
        one.at < 10_000
          ? [one]
          : [
              { ...one, met: 'silent' as const, tookMs: 312, end: 'given-up' as const },
              { at: one.at + 300, base: 'fallback' as const },
            ],
      ),
      rules: [{ ...primaryDown, met: 'silent' }],
    },
    'fail',
    1,
  ],
  [
    'leaves-dead-alone',
    'down for three seconds only, though with queries enough',
    {
      requests: [
        { at: 67_000, ...down },
        ...every(400, 67_100, 70_000, { base: 'fallback' }),
        { at: 68_000, ...down },
        { at: 69_000, ...down },
      ],
      rules: [primaryDown],
    },
    'inconclusive',
    null,
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
  [
    'leaves-dead-alone',
    'requests to all bases at once are one query, though a busy machine spreads them',
    {
      requests: every(1000, 0, 70_000).flatMap((one) => {
        const spreadMs = one.at % 3000 === 0 ? 70 : 1
        return [
          one.at < 10_000 ? one : { ...one, ...down, tookMs: 0 },
          { at: one.at + spreadMs, base: 'fallback' as const },
          { at: one.at + 2 * spreadMs, base: 'fallback-2' as const },
        ]
      }),
      rules: [primaryDown],
    },
    'fail',
    1,
  ],
]
