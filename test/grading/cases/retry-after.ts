import { type Case, calm, caseOf, every, type Told } from '../../support/rehearsed.js'

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
  caseOf('nobody asked to wait', 'not exercised', null, { requests: calm }),
  ...(
    [
      [1790, 'fail', 4 / 5],
      [1830, 'pass', 0],
    ] as const
  ).map(([ms, verdict, measured]) =>
    caseOf(`a margin of a tenth of the wait: ${ms} ms of 2 s`, verdict, measured, {
      requests: [...calm, ...every(ms, 20_000, 28_000, limited), { at: 70_000 }],
    }),
  ),
  ...[1970, 1980, 2000, 2100].map((ms) =>
    caseOf(`polls every ${ms} ms, whatever it is asked`, 'inconclusive', null, {
      requests: every(ms, 0, 60_000).map((one) =>
        one.at < 20_000 || one.at > 40_000 ? one : { ...one, ...limited },
      ),
    }),
  ),
  caseOf('polls every 2 s, one of five polls early as a late timer makes it', 'inconclusive', null, {
    requests: every(2000, 0, 60_000).map((one, index) => ({
      at: one.at + (index % 5 === 4 ? 400 : 0),
      ...(one.at >= 20_000 && one.at <= 40_000 && limited),
    })),
  }),
  caseOf('polls every 2 s, and faster in the warm-up, as a program that starts late', 'inconclusive', null, {
    requests: [...every(1750, 0, 10_000), ...every(2000, 10_000, 60_000)].map((one) =>
      one.at < 20_000 || one.at > 40_000 ? one : { ...one, ...limited },
    ),
  }),
  caseOf('polls every 2.2 s, and repeats what failed after 0.5 s', 'fail', 10 / 20, {
    requests: every(2200, 0, 60_000).flatMap(({ at }) =>
      at < 20_000 || at > 42_000
        ? [{ at }]
        : [
            { at, ...limited },
            { at: at + 500, ...limited },
          ],
    ),
  }),
  caseOf('polls more rarely than it is asked to wait', 'not exercised', null, {
    requests: [...every(5000, 0, 20_000), ...every(5000, 20_000, 40_000, limited), { at: 41_000 }],
  }),
  caseOf('another base and another endpoint may be asked', 'pass', 0, {
    requests: [
      { at: 20_000, met: 'error', status: 429, retryAfterMs: 2000 },
      { at: 20_100, base: 'fallback' },
      { at: 20_200, endpoint: 'candles' },
    ],
  }),
  caseOf('what was on its way already could not heed it', 'pass', 0, {
    requests: [
      { at: 20_000, tookMs: 500, met: 'error', status: 429, retryAfterMs: 2000 },
      { at: 20_100, tookMs: 10 },
      { at: 23_000 },
    ],
  }),
  caseOf('one reply ignored is no habit', 'warn', 1, {
    requests: [{ at: 20_000, ...limited }, { at: 21_000 }],
  }),
  caseOf('three early retries before a breaker opens', 'warn', 1, {
    requests: [...every(160, 20_000, 20_480, limited), { at: 20_500 }],
  }),
  caseOf('rests 20 s where it was asked to wait a minute, three of three times', 'fail', 1, {
    requests: [
      ...calm,
      ...every(20_000, 20_000, 80_000, { ...limited, retryAfterMs: 60_000 }),
      { at: 80_000 },
    ],
  }),
  caseOf('two early retries before a breaker opens, then a try every 10 s', 'fail', 2 / 5, {
    requests: [0, 160, 480, 10_500, 20_500].flatMap((ms, index) => [
      { at: 20_000 + ms, ...limited },
      ...(index < 2 ? [] : [{ at: 20_020 + ms, base: 'fallback' as const }]),
    ]),
  }),
  caseOf('a library honours it twice, and the next query begins at the same base again', 'fail', 3 / 10, {
    requests: libraryAgain,
  }),
  caseOf('every poll asks again too early', 'fail', 19 / 20, {
    requests: [...calm, ...every(1000, 10_000, 30_000, limited), { at: 40_000 }],
  }),
  caseOf('one reply of five', 'warn', 1 / 5, {
    requests: [0, 1000, 4000, 7000, 10_000].map((ms) => ({ at: 20_000 + ms, ...limited })),
  }),
  caseOf('a client that asks nothing more', 'inconclusive', null, {
    requests: [...calm, { at: 20_000, ...limited }],
  }),
]
