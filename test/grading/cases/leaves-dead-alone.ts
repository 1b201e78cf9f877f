import { type Case, calm, caseOf, down, every, primaryDown } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('nothing fails', 'not exercised', null, { requests: calm }),
  caseOf('looks again every ten seconds', 'pass', 5 / 60, {
    requests: [
      ...every(10_000, 10_000, 70_000, down),
      ...every(1000, 10_100, 70_000, { base: 'fallback', endpoint: 'candles' }),
    ],
    rules: [primaryDown],
  }),
  caseOf('tries it first for each question', 'fail', 1, {
    requests: every(1000, 10_000, 70_000, down).flatMap((one) => [
      one,
      { at: one.at + 10, base: 'fallback' as const },
    ]),
    rules: [primaryDown],
  }),
  caseOf('twenty copies find it out once each, with too few queries of their own', 'inconclusive', null, {
    requests: every(100, 10_000, 12_000, down).flatMap((one, client) => [
      { ...one, client },
      { at: one.at + 10, base: 'fallback' as const, client },
      ...every(10_000, one.at + 10_000, 70_000, { base: 'fallback', client }).slice(0, 3),
    ]),
    rules: [primaryDown],
  }),
  caseOf('a client of one base has no other', 'not exercised', null, {
    requests: [...calm, ...every(1000, 10_000, 70_000, down)],
    rules: [primaryDown],
  }),
  caseOf('a policy of asking all bases at once', 'not exercised', null, {
    requests: every(1000, 0, 70_000).flatMap((one) => [
      one.at < 10_000 ? one : { ...one, ...down, tookMs: 0 },
      { at: one.at + 1, base: 'fallback' as const },
      { at: one.at + 2, base: 'fallback-2' as const },
    ]),
    rules: [primaryDown],
  }),
  caseOf('pings every second are probes', 'pass', 0, {
    requests: [
      ...calm,
      { at: 10_000, ...down },
      ...every(1000, 10_020, 70_000, { base: 'fallback' }),
      ...every(1000, 10_500, 70_000, { ...down, endpoint: 'ping' }),
    ],
    rules: [primaryDown],
  }),
  caseOf('an empty list is a failure, too', 'fail', 1, {
    requests: every(1000, 10_000, 70_000, { met: 'wrong' }).flatMap((one) => [
      one,
      { at: one.at + 20, base: 'fallback' as const },
    ]),
    rules: [{ ...primaryDown, met: 'wrong' }],
  }),
  caseOf(
    'a hedge belongs to its query, though the first request is cancelled only when it answers',
    'fail',
    1,
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
  ),
  caseOf('down for three seconds only, though with queries enough', 'inconclusive', null, {
    requests: [
      { at: 67_000, ...down },
      ...every(400, 67_100, 70_000, { base: 'fallback' }),
      { at: 68_000, ...down },
      { at: 69_000, ...down },
    ],
    rules: [primaryDown],
  }),
]
