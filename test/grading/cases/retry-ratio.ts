import { type Case, calm, down, every, failing, pausesOfPolls } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
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
    'failovers are not retries',
    {
      requests: [
        ...calm,
        ...every(1000, 10_000, 70_000, down),
        ...every(1000, 10_200, 70_200, { base: 'fallback' }),
      ],
    },
    'pass',
    0,
  ],
  [
    'retry-ratio',
    'a single base, polled at its own pace: no retries',
    { requests: [...calm, ...every(1000, 10_000, 70_000, down)] },
    'not exercised',
    null,
  ],
  [
    'retry-ratio',
    'polls that a busy machine stretched in the warm-up are no shorter later',
    {
      requests: [
        ...every(1250, 0, 10_000),
        { at: 9900, base: 'fallback' },
        ...every(1000, 10_000, 70_000, down),
        ...every(1000, 70_000, 130_000),
      ],
    },
    'pass',
    0,
  ],
  [
    'retry-ratio',
    'one in two, but fewer requests than before',
    {
      requests: [
        ...calm,
        ...every(5000, 10_000, 70_000, down).flatMap((one) => [one, { ...one, at: one.at + 200 }]),
      ],
    },
    'pass',
    0.5,
  ],
  [
    'retry-ratio',
    'a fresh request id for each attempt',
    {
      requests: [...calm, ...every(1000, 10_000, 70_000, down), ...every(1000, 10_200, 70_200, down)].map(
        (one, index) => ({ ...one, id: `request-${index}` }),
      ),
    },
    'fail',
    0.5,
  ],
  [
    'retry-ratio',
    'one in two',
    { requests: [...calm, ...every(1000, 10_000, 70_000, down), ...every(1000, 10_200, 70_200)] },
    'fail',
    0.5,
  ],
  [
    'retry-ratio',
    'a second after a fast failure, as after the slow answers of the warm-up, is a poll',
    {
      requests: [
        ...every(1150, 0, 10_000, { tookMs: 150 }),
        ...every(1005, 10_350, 40_000, { ...down, tookMs: 5 }),
      ],
    },
    'not exercised',
    null,
  ],
  [
    'retry-ratio',
    'pauses as long as polls, no more load than before',
    { requests: [...calm, ...pausesOfPolls(12)] },
    'pass',
    24 / 48,
  ],
  [
    'retry-ratio',
    'three failures a poll period apart before the only failover: polls or attempts',
    { requests: [...calm, ...pausesOfPolls(1), ...every(1000, 25_000, 60_000, { base: 'fallback' })] },
    'inconclusive',
    null,
  ],
]
