import { type Case, calm, caseOf, down, every } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('nothing fails', 'not exercised', null, { requests: every(1000, 0, 130_000) }),
  caseOf('no baseline', 'inconclusive', null, { requests: [{ at: 20_000, ...down }] }),
  caseOf('one request in the warm-up, and 200 at once for each poll of the incident', 'fail', 200, {
    requests: [
      { at: 0 },
      ...every(10_000, 10_000, 70_000).flatMap(({ at }) => every(10, at, at + 2000, down)),
    ],
  }),
  caseOf('one request in the warm-up, and twelve for each poll of the incident', 'inconclusive', null, {
    requests: [
      { at: 0 },
      ...every(10_000, 10_000, 70_000).flatMap(({ at }) => every(10, at, at + 120, down)),
    ],
  }),
  caseOf('as many as ever', 'pass', 1, { requests: [...calm, ...every(1000, 10_000, 70_000, down)] }),
  caseOf('half as many again, of which one in four is the counting error', 'warn', 1.5, {
    requests: [...calm, ...every(1000 / 1.5, 10_000, 70_000, down)],
  }),
  caseOf('ten times as many for an empty list', 'fail', 10, {
    requests: [...calm, ...every(100, 10_000, 70_000, { met: 'wrong' })],
  }),
  caseOf('ten times as many', 'fail', 10, { requests: [...calm, ...every(100, 10_000, 70_000, down)] }),
  caseOf('three times as many as four polls, which a slow start delayed', 'fail', 3, {
    requests: [...calm.slice(6), ...every(1000 / 3, 10_000, 70_000, down)],
  }),
  caseOf('a tenth more, which the counting error may be', 'pass', 1.1, {
    requests: [...calm, ...every(1000 / 1.1, 10_000, 70_000, down)],
  }),
  caseOf('each query once, with a parameter of its own', 'fail', 3, {
    requests: [...every(250, 0, 10_000), ...every(250 / 3, 10_000, 70_000, down)].map((each, index) => ({
      ...each,
      endpoint: `tickers?n=${index}`,
    })),
  }),
]
