import { type Case, calm, down, every, primaryDown } from '../../support/rehearsed.js'

const outage = [...calm, { at: 20_000, ...down }]
const watchedFor = (ms: number) => ({ rules: [primaryDown], incidentEndsMs: 70_000, recoveryMs: ms })

export const CASES: readonly Case[] = [
  ['fails-back', 'the primary never fails', { requests: calm }, 'not exercised', null],
  [
    'fails-back',
    'the primary never served: a client that prefers a fallback need not return',
    {
      requests: [...every(1000, 0, 130_000, { base: 'fallback' }), { at: 20_000, ...down }],
      rules: [primaryDown],
    },
    'not exercised',
    null,
  ],
  [
    'fails-back',
    'balances, and chance kept it from the primary until that was down',
    {
      requests: [
        ...every(1000, 0, 20_000, { base: 'fallback' }),
        { at: 20_000, ...down },
        ...every(1000, 20_020, 71_000, { base: 'fallback-2' }),
        { at: 72_000 },
      ],
      rules: [primaryDown],
    },
    'pass',
    2010,
  ],
  [
    'fails-back',
    'back after half a minute',
    { requests: [...outage, { at: 100_000 }], rules: [primaryDown] },
    'pass',
    30_010,
  ],
  [
    'fails-back',
    'not back in a minute of five',
    { requests: outage, rules: [primaryDown] },
    'inconclusive',
    null,
  ],
  ['fails-back', 'not back in five minutes', { requests: outage, ...watchedFor(310_000) }, 'fail', null],
  [
    'fails-back',
    'back after six minutes',
    { requests: [...outage, { at: 430_000 }], ...watchedFor(400_000) },
    'fail',
    360_010,
  ],
  [
    'fails-back',
    'a probe that the primary answers is not a return',
    {
      requests: [
        ...outage,
        ...every(1000, 20_100, 430_000, { base: 'fallback' }),
        ...every(10_000, 25_000, 430_000).map((probe) => (probe.at < 70_000 ? { ...probe, ...down } : probe)),
      ],
      ...watchedFor(400_000),
    },
    'fail',
    null,
  ],
  [
    'fails-back',
    'a late probe of all bases, out of its rhythm, is not a return',
    {
      requests: [
        ...outage,
        ...every(1000, 20_100, 430_000, { base: 'fallback' }),
        { at: 91_400 },
        { at: 91_430, base: 'fallback-2' },
      ],
      ...watchedFor(400_000),
    },
    'fail',
    null,
  ],
]
