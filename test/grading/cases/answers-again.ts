import { expect } from 'vitest'
import { type Case, calm, caseOf, down, every, primaryDown } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('nothing fails', 'not exercised', null, { requests: calm }),
  ...(
    [
      ['pass', 300],
      ['warn', 5000],
      ['fail', 12_000],
    ] as const
  ).map(([verdict, laterMs]) =>
    caseOf(`the fallback answers ${laterMs} ms later`, verdict, laterMs, {
      requests: [
        { at: 20_000, ...down },
        { at: 20_000 + laterMs, base: 'fallback' },
      ],
      rules: [primaryDown],
    }),
  ),
  caseOf('nobody answers any more', 'fail', null, {
    requests: [{ at: 20_000, ...down }],
    rules: [primaryDown],
  }),
  caseOf('all bases are dead', 'not exercised', null, { requests: [{ at: 20_000, ...down }], rules: [{}] }),
  caseOf('the answer to a probe is not service', 'fail', 15_000, {
    requests: [
      ...every(1000, 0, 21_000),
      ...every(1000, 21_000, 36_000, down),
      ...every(1000, 36_000, 130_000, { base: 'fallback' }),
      ...every(10_000, 300, 130_000, { base: 'fallback' }),
      ...every(10_000, 300, 130_000, { base: 'primary' }),
    ],
    rules: [primaryDown],
  }),
  caseOf('a path that the API lacks', 'not exercised', null, {
    requests: [...calm, { at: 20_000, endpoint: null, met: 'error', status: 404 }],
  }),
  caseOf('too short before the end', 'inconclusive', null, { requests: [{ at: 129_000, ...down }] }),
  caseOf('a refused connection, seen by its absence', 'warn', 3010, {
    requests: [...every(1000, 0, 20_000), ...every(1000, 23_000, 60_000, { base: 'fallback' })],
    rules: [{ bases: ['primary'], isRefusing: true, fromMs: 19_500, untilMs: 60_000 }],
  }),
  ...[1000, 2500, 5000, 9000].map((periodMs) =>
    caseOf(
      `one address, polled every ${periodMs} ms: only the end of the fault helped`,
      'fail',
      expect.any(Number) as unknown as number,
      {
        requests: every(periodMs, 0, 80_000).map((one) =>
          one.at < 20_000 || one.at >= 30_000 ? one : { ...one, ...down },
        ),
        rules: [{ ...primaryDown, fromMs: 20_000, untilMs: 30_000 }],
      },
    ),
  ),
  caseOf('the next request to a base that fails one in three', 'pass', 120, {
    requests: every(1000, 0, 130_000).flatMap((one) =>
      one.at % 3000 === 0 ? [{ ...one, ...down, rule: 'rule-1' }, { at: one.at + 120 }] : [one],
    ),
    rules: [{ ...primaryDown, fromMs: 0, isPartly: true }],
  }),
  caseOf('an empty list is a failure, too', 'pass', 20, {
    requests: [...calm, { at: 20_000, met: 'wrong' }, { at: 20_020, base: 'fallback' }],
    rules: [{ ...primaryDown, met: 'wrong' }],
  }),
  ...(
    [
      [400, 'not exercised', null],
      [404, 'fail', 60_000],
    ] as const
  ).map(([status, verdict, measured]) =>
    caseOf(`one address that answers ${status} for a minute`, verdict, measured, {
      requests: every(1000, 0, 130_000).map((one) =>
        one.at < 10_000 || one.at >= 70_000 ? one : { ...one, met: 'error', status },
      ),
      rules: [{ ...primaryDown, met: 'error' }],
    }),
  ),
  caseOf('asks all bases at once, and the failing one is the last to get its request', 'pass', 0, {
    requests: [
      ...every(1000, 0, 130_000, { base: 'fallback', tookMs: 4 }),
      ...every(1000, 10, 130_000).map((told) => (told.at < 10_000 ? told : { ...told, ...down })),
    ],
    rules: [primaryDown],
  }),
]
