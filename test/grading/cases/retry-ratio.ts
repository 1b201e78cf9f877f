import { type Case, calm, caseOf, down, every, failing, pausesOfPolls } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('nothing fails', 'not exercised', null, { requests: calm }),
  caseOf('few requests', 'inconclusive', null, { requests: [...calm, ...failing([100])] }),
  caseOf('one in 40', 'pass', 1 / 41, {
    requests: [...every(1000, 0, 49_000), { at: 49_000, ...down }, { at: 49_200 }],
  }),
  caseOf('failovers are not retries', 'pass', 0, {
    requests: [
      ...calm,
      ...every(1000, 10_000, 70_000, down),
      ...every(1000, 10_200, 70_200, { base: 'fallback' }),
    ],
  }),
  caseOf('a single base, polled at its own pace: no retries', 'not exercised', null, {
    requests: [...calm, ...every(1000, 10_000, 70_000, down)],
  }),
  caseOf('polls that a busy machine stretched in the warm-up are no shorter later', 'pass', 0, {
    requests: [
      ...every(1250, 0, 10_000),
      { at: 9900, base: 'fallback' },
      ...every(1000, 10_000, 70_000, down),
      ...every(1000, 70_000, 130_000),
    ],
  }),
  caseOf('one in two, but fewer requests than before', 'pass', 0.5, {
    requests: [
      ...calm,
      ...every(5000, 10_000, 70_000, down).flatMap((one) => [one, { ...one, at: one.at + 200 }]),
    ],
  }),
  caseOf('a fresh request id for each attempt', 'fail', 0.5, {
    requests: [...calm, ...every(1000, 10_000, 70_000, down), ...every(1000, 10_200, 70_200, down)].map(
      (one, index) => ({ ...one, id: `request-${index}` }),
    ),
  }),
  caseOf('one in two', 'fail', 0.5, {
    requests: [...calm, ...every(1000, 10_000, 70_000, down), ...every(1000, 10_200, 70_200)],
  }),
  caseOf(
    'a second after a fast failure, as after the slow answers of the warm-up, is a poll',
    'not exercised',
    null,
    {
      requests: [
        ...every(1150, 0, 10_000, { tookMs: 150 }),
        ...every(1005, 10_350, 40_000, { ...down, tookMs: 5 }),
      ],
    },
  ),
  caseOf('pauses as long as polls, no more load than before', 'pass', 24 / 48, {
    requests: [...calm, ...pausesOfPolls(12)],
  }),
  caseOf(
    'three failures a poll period apart before the only failover: polls or attempts',
    'inconclusive',
    null,
    { requests: [...calm, ...pausesOfPolls(1), ...every(1000, 25_000, 60_000, { base: 'fallback' })] },
  ),
]
