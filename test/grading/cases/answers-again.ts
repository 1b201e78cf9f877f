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
  ...(
    [
      ['pass', 2080],
      ['warn', 10_240],
      ['fail', 10_260],
    ] as const
  ).map(([verdict, laterMs]) =>
    caseOf(`a tolerance of 50 ms and 2 %: ${laterMs} ms`, verdict, laterMs, {
      requests: [
        { at: 20_000, ...down },
        { at: 20_000 + laterMs, base: 'fallback' },
      ],
      rules: [primaryDown],
    }),
  ),
  caseOf('too short before the end', 'inconclusive', null, { requests: [{ at: 129_000, ...down }] }),
  caseOf('a refused connection, seen by its absence', 'warn', 3010, {
    requests: [...every(1000, 0, 20_000), ...every(1000, 23_000, 60_000, { base: 'fallback' })],
    rules: [{ bases: ['primary'], isRefusing: true, fromMs: 19_500, untilMs: 60_000 }],
  }),
  caseOf('probes of a busy machine, up to 0.2 s apart, answer for nobody', 'warn', 4200, {
    requests: [
      ...[...every(1060, 0, 8500), ...every(1060, 8600, 12_000, down)],
      ...every(1060, 12_800, 68_000, { base: 'fallback' }),
      { at: 5 },
      ...[10_024, 20_104, 30_036, 40_063].map((at) => ({ at, ...down })),
      ...[50_085, 60_086].map((at) => ({ at })),
      ...[7, 10_072, 20_124, 30_091, 40_153, 50_118, 60_091].map((at) => ({
        at,
        base: 'fallback' as const,
      })),
      ...[6, 10_027, 20_236, 30_036, 40_066, 50_087, 60_099].map((at) => ({
        at,
        base: 'fallback-2' as const,
      })),
    ],
    rules: [{ ...primaryDown, fromMs: 8000, untilMs: 48_000 }],
  }),
  caseOf('asks all bases at once, and the failing one is the last to get its request', 'pass', 0, {
    requests: [
      ...every(1000, 0, 130_000, { base: 'fallback', tookMs: 4 }),
      ...every(1000, 10, 130_000).map((told) => (told.at < 10_000 ? told : { ...told, ...down })),
    ],
    rules: [primaryDown],
  }),
]
