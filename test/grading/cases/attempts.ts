import { type Case, calm, caseOf, down, every, failing, pausesOfPolls } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('nothing fails', 'not exercised', null, { requests: calm }),
  caseOf('three in a row', 'pass', 3, { requests: [...calm, ...failing([100, 200])] }),
  caseOf('four', 'warn', 4, { requests: [...calm, ...failing([100, 100, 100])] }),
  caseOf('seven', 'fail', 7, { requests: [...calm, ...failing([50, 50, 50, 50, 50, 50])] }),
  caseOf('a poll is no retry: as often as ever', 'pass', 1, {
    requests: [...calm, ...every(1000, 20_000, 40_000, down)],
  }),
  caseOf('a request id that repeats keeps queries apart', 'pass', 3, {
    requests: [
      ...failing([10, 10], { id: 'a' }),
      ...failing([10, 10], { id: 'b' }).map((one) => ({ ...one, at: one.at + 5 })),
    ],
  }),
  caseOf('a fresh request id for each attempt does not', 'fail', 7, {
    requests: [
      ...calm,
      ...failing([20, 20, 20, 20, 20, 20]).map((one, index) => ({ ...one, id: `request-${index}` })),
    ],
  }),
  caseOf('a failover is not a repetition', 'pass', 1, {
    requests: [
      ...calm,
      ...every(1000, 20_000, 40_000, down).flatMap((one) => [
        one,
        { ...one, at: one.at + 20, base: 'fallback' as const },
        { ...one, at: one.at + 40, base: 'fallback-2' as const },
      ]),
    ],
  }),
  caseOf('a poll every 30 s is not a repetition, though the warm-up has one poll only', 'pass', 1, {
    requests: [{ at: 0 }, { at: 70_000 }, { at: 100_000 }, ...every(30_000, 10_000, 60_000, down)],
  }),
  caseOf('a second after a fast failure, as after the slow answers of the warm-up, is a poll', 'pass', 1, {
    requests: [
      ...every(1150, 0, 10_000, { tookMs: 150 }),
      ...every(1005, 10_350, 40_000, { ...down, tookMs: 5 }),
    ],
  }),
  caseOf('pauses as long as polls: the sequence shows three attempts before each failover', 'pass', 3, {
    requests: [...calm, ...pausesOfPolls(10)],
  }),
  caseOf('six such attempts', 'fail', 6, {
    requests: [...calm, ...pausesOfPolls(4, [1000, 1000, 1000, 1000, 1000])],
  }),
  caseOf(
    'three failures a poll period apart before the only failover: polls or attempts',
    'inconclusive',
    null,
    { requests: [...calm, ...pausesOfPolls(1), ...every(1000, 25_000, 60_000, { base: 'fallback' })] },
  ),
  caseOf('three polls before a breaker opens, and single tries after it', 'pass', 1, {
    requests: [
      ...calm,
      ...pausesOfPolls(1, [1000, 1000]),
      ...[34_000, 44_000].flatMap((at) => [
        { at, ...down },
        { at: at + 20, base: 'fallback' as const },
      ]),
    ],
  }),
  caseOf('pauses that double before the only failover', 'warn', 4, {
    requests: [...calm, ...pausesOfPolls(1, [1000, 2000, 4000])],
  }),
]
