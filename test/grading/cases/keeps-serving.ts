import {
  type Case,
  calm,
  caseOf,
  down,
  every,
  priced,
  primaryDown,
  type Told,
} from '../../support/rehearsed.js'

const fallback = { base: 'fallback' } as const
/** Polls once a second until the incident, and from a time on at the fallback. */
const backAt = (ms: number): Told[] => [
  ...calm,
  { at: 11_000, ...down },
  ...every(1000, ms, 130_000, fallback),
]
/** A report of each good reply. */
const reporting = (ms: readonly number[]) => ({
  contents: ms.map((at) => priced(2000 + at / 1000, at)),
  observations: ms.map((at) => ({ atMs: at + 10, price: 2000 + at / 1000 })),
})
const seconds = (from: number, to: number) => every(1000, from, to).map(({ at }) => at)
const burst = { rules: [{ fromMs: 10_000, untilMs: 12_000 }] } as const

/** A client that gives up every second poll of a healthy base after 200 ms. */
const impatient = (told: Partial<Told>) =>
  every(1000, 10_000, 130_000).map(({ at }, index) =>
    index % 2 === 0 ? { at } : { at, tookMs: 200, end: 'given-up' as const, ...told },
  )

const served = [...seconds(0, 10_000), ...seconds(30_500, 130_000)].map((at) => ({
  at,
  ...(at < 10_000 ? {} : fallback),
  content: priced(2000 + at / 1000, at),
}))

export const CASES: readonly Case[] = [
  caseOf(
    'four polls hang before the fallback serves, which probes have found healthy meanwhile',
    'warn',
    20_500,
    {
      requests: [
        ...served,
        ...every(5000, 10_500, 30_500, { met: 'silent', tookMs: 4000, end: 'given-up' }),
        ...every(10_000, 300, 130_000, { ...fallback, content: priced(1, 0) }),
      ],
      contents: served.map(({ content }) => content),
      observations: served.map(({ at }) => ({ atMs: at, price: 2000 + at / 1000 })),
      rules: [{ ...primaryDown, met: 'silent', fault: 'hang' }],
      incidentEndsMs: 50_000,
    },
  ),
  caseOf('gives up every second poll, on which a rule acted', 'fail', 1000, {
    requests: [...calm, ...impatient({ rule: 'rule-1', outcome: 'delay' })],
    rules: [{ met: 'good', fault: 'delay' }],
  }),
  caseOf('gives up every second poll, on which nothing acted', 'pass', 1000, {
    requests: [...calm, { at: 10_500, ...down, base: 'fallback' }, ...impatient({})],
    rules: [{ bases: ['fallback'] }],
  }),
  caseOf('nothing fails', 'not exercised', null, { requests: every(1000, 0, 130_000) }),
  ...(
    [
      ['pass', 15_000, 5000],
      ['warn', 30_000, 20_000],
      ['fail', 50_000, 40_000],
    ] as const
  ).map(([verdict, ms, lackMs]) =>
    caseOf(`the fallback serves again ${ms} ms after the start`, verdict, lackMs, {
      requests: backAt(ms),
      rules: [primaryDown],
    }),
  ),
  caseOf('no timeout: the price stands still for 135 s while two bases are healthy', 'fail', 139_990, {
    requests: [...calm, { at: 10_000, met: 'silent', tookMs: null }],
    rules: [{ ...primaryDown, met: 'silent' }],
    incidentEndsMs: 90_000,
  }),
  // 0.99 s before the burst are its own poll period.
  caseOf('backs off from every base for 89 s after a burst of 2 s', 'fail', 88_010, {
    requests: [...calm, { at: 10_500, ...down }, ...every(1000, 101_000, 130_000)],
    ...burst,
  }),
  caseOf('after a total outage of a minute the next poll is answered', 'pass', 0, {
    requests: [...calm, ...every(1000, 10_000, 70_000, down), ...every(1000, 70_000, 130_000)],
    rules: [{}],
  }),
  caseOf('after a total outage it takes 45 s to ask again', 'fail', 44_010, {
    requests: [...calm, ...every(1000, 10_000, 30_000, down), ...every(1000, 115_000, 130_000)],
    rules: [{}],
  }),
  caseOf('wrong data with status 200 for a minute is no answer', 'fail', 60_000, {
    requests: [
      ...calm,
      ...every(1000, 10_000, 70_000, { met: 'wrong', flaw: 'poisoned', content: priced(7, 0, 'invalid') }),
      ...every(1000, 70_000, 130_000),
    ],
    rules: [{ ...primaryDown, met: 'wrong' }],
  }),
  caseOf('good replies on which the client does not act', 'fail', 50_000, {
    requests: [...calm, { at: 11_000, ...down }, ...every(1000, 12_000, 130_000, fallback)],
    rules: [primaryDown],
    ...reporting([...seconds(0, 10_000), ...seconds(60_000, 130_000)]),
  }),
  ...([fallback, undefined] as const).map((other) =>
    caseOf(
      `four prices reported of a poll a second, and ${other ? 'a fallback' : 'no other base'}`,
      other ? 'pass' : 'fail',
      other ? 20 : 60_000,
      {
        requests: every(1000, 0, 130_000).flatMap((one): Told[] => {
          const good = { ...one, content: priced(2000 + one.at / 1000, one.at) }
          if (one.at < 10_000 || one.at >= 70_000) return [good]
          const failed = { ...one, ...down }
          return other ? [failed, { ...good, ...other, at: one.at + 20 }] : [failed]
        }),
        rules: [primaryDown],
        ...reporting([1000, 4000, 8000, 100_000]),
      },
    ),
  ),
  caseOf('old prices that are reported again and again are not usable', 'fail', 114_990, {
    requests: [...calm, { at: 11_000, ...down }],
    rules: [primaryDown],
    contents: seconds(0, 10_000).map((at) => priced(2000 + at / 1000, at)),
    observations: seconds(0, 130_000).map((at) => ({
      atMs: at + 10,
      price: 2000 + Math.min(at, 9000) / 1000,
    })),
  }),
  ...(
    [
      ['from its first to its last failure', 39_990, [{}, {}]],
      ['for one failure', 48_990, [{}]],
      [
        'until a failure that the client awaited for 5 s began',
        40_000,
        [{}, { tookMs: 5000, end: 'given-up' }],
      ],
      ['never, if it never acts', 50_000, [{ rule: 'rule-2', ...fallback }]],
    ] as const
  ).map(([span, lackMs, struck]) =>
    caseOf(`a rule of chance is an outage ${span}`, 'fail', lackMs, {
      requests: [
        ...calm,
        ...struck.map((told, index) => ({ at: [11_000, 20_000][index]!, rule: 'rule-1', ...down, ...told })),
        ...every(1000, 60_000, 130_000),
      ],
      rules: [
        { ...primaryDown, isPartly: true },
        { id: 'rule-2', bases: ['fallback', 'fallback-2'] },
      ],
    }),
  ),
  caseOf('a poll period of 12 s is its own business', 'pass', 9000, {
    requests: [
      ...every(3000, 0, 10_000),
      { at: 11_000, ...down },
      ...every(12_000, 12_000, 130_000, fallback),
    ],
    rules: [primaryDown],
  }),
  caseOf('every second poll is lost at a base that is down', 'fail', 1000, {
    requests: every(1000, 0, 130_000).map((one) => {
      const isPrimary = one.at % 2000 === 0
      return isPrimary && one.at >= 10_000 && one.at < 70_000
        ? { ...one, ...down }
        : { ...one, ...(isPrimary ? {} : fallback) }
    }),
    rules: [primaryDown],
  }),
  caseOf('three tries, then the fallback until the end of the fault', 'pass', 3020, {
    requests: every(1000, 0, 130_000).flatMap((one) =>
      one.at < 10_000 || one.at >= 70_000
        ? [one]
        : one.at < 13_000
          ? [{ ...one, ...down }]
          : one.at === 13_000
            ? [
                { ...one, ...down },
                { ...one, ...fallback, at: one.at + 20 },
              ]
            : [{ ...one, ...fallback }],
    ),
    rules: [primaryDown],
  }),
  caseOf('the fallback is asked after every fourth failure alone', 'inconclusive', null, {
    requests: every(1000, 0, 130_000).flatMap((one) => {
      if (one.at < 10_000 || one.at >= 70_000) return [one]
      const failed = { ...one, ...down }
      return one.at % 4000 === 1000 ? [failed, { ...one, ...fallback, at: one.at + 20 }] : [failed]
    }),
    rules: [primaryDown],
  }),
  caseOf('every second poll of ten seconds is lost, however long the recovery', 'fail', 1000, {
    requests: every(1000, 0, 130_000).map((one) => {
      if (one.at % 2000 !== 0) return { ...one, ...fallback }
      return one.at >= 10_000 && one.at < 20_000 ? { ...one, ...down } : one
    }),
    rules: [{ ...primaryDown, untilMs: 20_000 }],
    incidentEndsMs: 20_000,
    recoveryMs: 110_000,
  }),
  caseOf('one poll is lost for each of two faults', 'pass', 1000, {
    requests: every(1000, 0, 130_000).map((one) =>
      one.at === 10_000 || one.at === 40_000
        ? { ...one, ...down }
        : one.at < 70_000 && one.at > 10_000
          ? { ...one, ...fallback }
          : one,
    ),
    rules: [
      { ...primaryDown, untilMs: 20_000 },
      { ...primaryDown, fromMs: 40_000, untilMs: 50_000 },
    ],
  }),
  caseOf('prices that were 8 s old when they came', 'fail', 60_000, {
    requests: every(1000, 0, 130_000).map((one) => ({
      ...one,
      content: priced(one.at, one.at - (one.at >= 10_000 && one.at < 70_000 ? 8000 : 0)),
      ...(one.at >= 10_000 && one.at < 70_000 && ({ met: 'wrong', flaw: 'stale', rule: 'rule-1' } as const)),
    })),
    rules: [{ ...primaryDown, met: 'wrong' }],
  }),
  caseOf('the other bases drip a byte a second: none is healthy', 'pass', 0, {
    requests: [...calm, ...every(1000, 10_000, 70_000, down), ...every(1000, 70_000, 130_000)],
    rules: [primaryDown, { bases: ['fallback', 'fallback-2'], id: 'drips', met: 'good', fault: 'drip' }],
  }),
  caseOf('a program that has ended', 'inconclusive', null, {
    requests: [...calm, { at: 11_000, ...down }],
    rules: [primaryDown],
    programs: [{ exitCode: 0, exitMs: 11_100 }],
  }),
  caseOf('a base that asks to be left alone is not healthy for this client', 'pass', 0, {
    requests: [
      ...calm,
      ...(['primary', 'fallback', 'fallback-2'] as const).map((base) => ({
        at: 10_500,
        base,
        met: 'error' as const,
        status: 429,
        retryAfterMs: 60_000,
      })),
      ...every(1000, 71_000, 130_000),
    ],
    ...burst,
  }),
  caseOf('one request in the warm-up shows no poll period', 'inconclusive', null, {
    requests: [{ at: 0 }, { at: 20_000, ...down }],
    rules: [primaryDown],
  }),
  caseOf('a query that is refused with 400 is not to be asked elsewhere', 'pass', 0, {
    requests: [
      ...calm,
      ...every(1000, 10_000, 70_000, { met: 'error', status: 400, rule: 'rule-1' }),
      ...every(1000, 70_000, 130_000),
    ],
    rules: [{ ...primaryDown, met: 'error' }],
  }),
  caseOf('one address that answers 403 for a minute', 'fail', 60_000, {
    requests: [
      ...calm,
      ...every(1000, 10_000, 70_000, { met: 'error', status: 403, rule: 'rule-1' }),
      ...every(1000, 70_000, 130_000),
    ],
    rules: [{ ...primaryDown, met: 'error' }],
  }),
  caseOf('still without a price at the end, for too short to fail', 'inconclusive', null, {
    requests: [...every(1000, 0, 110_000), { at: 110_000, ...down }],
    rules: [primaryDown],
  }),
  caseOf('a poll period that is longer than the warm-up', 'pass', 100, {
    requests: [
      { at: 0 },
      { at: 30_000, ...down },
      { at: 30_100, ...fallback },
      { at: 60_000 },
      { at: 90_000 },
      { at: 120_000 },
    ],
    rules: [primaryDown],
  }),
  caseOf('three requests at the beginning are no poll', 'inconclusive', null, {
    requests: [...every(100, 0, 300), { at: 400, endpoint: 'candles' }, { at: 20_000, ...down }],
    rules: [primaryDown],
  }),
]
