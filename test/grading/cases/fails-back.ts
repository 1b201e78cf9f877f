import { type Case, calm, caseOf, down, every, primaryDown } from '../../support/rehearsed.js'

const outage = [...calm, { at: 20_000, ...down }, { at: 20_020, base: 'fallback' as const }]
const watchedFor = (ms: number) => ({ rules: [primaryDown], incidentEndsMs: 70_000, recoveryMs: ms })

export const CASES: readonly Case[] = [
  caseOf('the primary never fails', 'not exercised', null, { requests: calm }),
  caseOf(
    'the primary never served: a client that prefers a fallback need not return',
    'not exercised',
    null,
    {
      requests: [...every(1000, 0, 130_000, { base: 'fallback' }), { at: 20_000, ...down }],
      rules: [primaryDown],
    },
  ),
  caseOf('back after half a minute', 'pass', 30_010, {
    requests: [...outage, { at: 100_000 }],
    rules: [primaryDown],
  }),
  caseOf('not back within the cool-down of a minute', 'warn', null, {
    requests: outage,
    rules: [primaryDown],
  }),
  caseOf('watched for ten seconds only', 'inconclusive', null, { requests: outage, ...watchedFor(10_000) }),
  caseOf('a client of one base has nowhere to come back from', 'not exercised', null, {
    requests: [...calm, { at: 20_000, ...down }, { at: 71_000 }],
    rules: [primaryDown],
  }),
  caseOf('not back in five minutes', 'fail', null, { requests: outage, ...watchedFor(310_000) }),
  caseOf('back after six minutes', 'fail', 360_010, {
    requests: [...outage, { at: 430_000 }],
    ...watchedFor(400_000),
  }),
  caseOf('a probe that the primary answers is not a return', 'fail', null, {
    requests: [
      ...outage,
      ...every(1000, 20_100, 430_000, { base: 'fallback' }),
      ...every(10_000, 25_000, 430_000).map((probe) => (probe.at < 70_000 ? { ...probe, ...down } : probe)),
    ],
    ...watchedFor(400_000),
  }),
]
