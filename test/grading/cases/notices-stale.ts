import { type Case, calm, caseOf, down, every, flawed, priced, type Told } from '../../support/rehearsed.js'

const frozen = { met: 'wrong', flaw: 'stale', rule: 'rule-1', content: priced(7, 20_000) } as const

export const CASES: readonly Case[] = [
  caseOf('nothing is old, nothing fails', 'not exercised', null, { requests: calm, observations: [{}] }),
  caseOf('the client does not say', 'not observable', null, { requests: [{ at: 20_000, ...down }] }),
  caseOf('a price of no reply', 'not observable', null, {
    requests: [{ at: 20_000, ...down }],
    observations: [{ atMs: 21_000, price: 9 }],
  }),
  caseOf('no price at all', 'inconclusive', null, {
    requests: [{ at: 20_000, ...down }],
    observations: [{ atMs: 21_000, price: Number.NaN }],
  }),
  ...(
    [
      ['not observable', 10_000, null],
      ['fail', 62_000, 62_000],
    ] as const
  ).map(([verdict, age, measured]) =>
    caseOf(`one price of two in no reply, the other ${age} ms old`, verdict, measured, {
      requests: [{ at: 20_000, met: 'wrong', flaw: 'stale' }],
      contents: [flawed(null, 7, 20_000)],
      observations: [{ atMs: 20_000 + age, price: 7 }, { price: 9 }],
    }),
  ),
  ...(
    [
      ['pass', 5000],
      ['warn', 6000],
      ['fail', 31_000],
      ['fail', 62_000],
    ] as const
  ).map(([verdict, age]) =>
    caseOf(`data of ${age} ms ago`, verdict, age, {
      requests: [{ at: 20_000, met: 'wrong', flaw: 'stale' }],
      contents: [flawed(null, 7, 20_000)],
      observations: [{ atMs: 20_000 + age, price: 7 }],
    }),
  ),
  caseOf('without observations: 40 s at a base whose data stands still', 'fail', 40_010, {
    requests: [...calm, ...every(1000, 20_000, 61_000, frozen), { at: 61_000, content: priced(8, 61_000) }],
    rules: [{ bases: ['primary'], met: 'wrong', fault: 'stale', fromMs: 20_000, untilMs: 61_000 }],
  }),
  caseOf('without observations: it takes fresh data from elsewhere', 'pass', 5010, {
    requests: [
      ...calm,
      ...every(1000, 20_000, 61_000, frozen).flatMap((one) => [
        one,
        { at: one.at + 20, base: 'fallback' as const, content: priced(one.at, one.at + 20) },
      ]),
    ],
    rules: [{ bases: ['primary'], met: 'wrong', fault: 'stale', fromMs: 20_000, untilMs: 61_000 }],
  }),
  caseOf('without observations: asks two bases together, one of which has old data', 'not observable', null, {
    requests: every(1000, 0, 61_000).flatMap((one) => [
      one.at < 20_000 ? { ...one, content: priced(one.at, one.at) } : { ...one, ...frozen },
      { at: one.at, base: 'fallback' as const, content: priced(one.at, one.at) },
    ]),
    rules: [{ bases: ['primary'], met: 'wrong', fault: 'stale', fromMs: 20_000, untilMs: 61_000 }],
  }),
  ...(
    [
      [690, 'not observable', null],
      [700, 'pass', 4700],
    ] as const
  ).map(([hedgedMs, verdict, measured]) =>
    caseOf(
      `without observations: old data takes 700 ms, a hedge is sent after ${hedgedMs} ms`,
      verdict,
      measured,
      {
        requests: [
          ...calm,
          ...every(1000, 20_000, 61_000, { ...frozen, tookMs: 700 }).flatMap((one) => [
            one,
            { at: one.at + hedgedMs, base: 'fallback' as const, content: priced(one.at, one.at) },
          ]),
        ],
        rules: [{ bases: ['primary'], met: 'wrong', fault: 'stale', fromMs: 20_000, untilMs: 61_000 }],
      },
    ),
  ),
  caseOf('a client that polls every 12 s acts on the last price', 'pass', 11_000, {
    requests: every(12_000, 0, 130_000).flatMap(({ at }): Told[] => {
      const content = priced(at, at)
      return at === 24_000
        ? [
            { at, ...down },
            { at, base: 'fallback', content },
          ]
        : [{ at, content }]
    }),
    contents: every(12_000, 0, 130_000).map(({ at }) => priced(at, at)),
    observations: every(1000, 0, 36_000).map(({ at }) => ({ atMs: at, price: at - (at % 12_000) })),
  }),
  caseOf('a client that reports one price in a minute, and takes fresh data from elsewhere', 'pass', 5010, {
    requests: [
      ...calm.map((one) => ({ ...one, content: priced(one.at, one.at) })),
      ...every(1000, 20_000, 61_000, frozen).flatMap((one) => [
        one,
        { at: one.at + 20, base: 'fallback' as const, content: priced(one.at, one.at + 20) },
      ]),
    ],
    contents: [priced(5000, 5000)],
    observations: [{ atMs: 5000, price: 5000 }],
    rules: [{ bases: ['primary'], met: 'wrong', fault: 'stale', fromMs: 20_000, untilMs: 61_000 }],
  }),
  caseOf('a report that a slow start delays, before anything fails', 'pass', 0, {
    requests: [...calm, { at: 20_000, ...down }, { at: 20_000, base: 'fallback' }],
    contents: [priced(1, 0), priced(2, 20_000)],
    observations: [
      { atMs: 9000, price: 1 },
      { atMs: 20_000, price: 2 },
    ],
  }),
  caseOf('data that never becomes old enough to tell', 'inconclusive', null, {
    requests: [...calm, ...every(1000, 20_000, 30_000, frozen), { at: 31_000, content: priced(8, 31_000) }],
    rules: [{ bases: ['primary'], met: 'wrong', fault: 'stale', fromMs: 20_000, untilMs: 30_000 }],
  }),
  caseOf('one poll of old data in a minute of it, too young to tell', 'inconclusive', null, {
    requests: [
      ...every(5000, 0, 20_000).map((one) => ({ ...one, content: priced(one.at, one.at) })),
      { at: 20_100, ...frozen },
      { at: 80_100, content: priced(8, 80_100) },
    ],
    rules: [{ bases: ['primary'], met: 'wrong', fault: 'stale', fromMs: 20_000, untilMs: 80_000 }],
    incidentEndsMs: 80_000,
  }),
  caseOf('a client that does nothing after the first old reply', 'inconclusive', null, {
    requests: [{ at: 20_000, met: 'wrong', flaw: 'stale' }],
    contents: [flawed(null, 7, 5000)],
    observations: [{ atMs: 9000, price: 7 }],
  }),
]
