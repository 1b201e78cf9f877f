/** Time lines for the checks from `survives` on. */
import { type Case, calm, down, every, flawed, primaryDown } from '../../support/rehearsed.js'

export const FROM_SURVIVES: readonly Case[] = [
  ['survives', 'a program that runs on', {}, 'pass', 1],
  ['survives', 'one that did its job', { programs: [{ exitCode: 0, exitMs: 5000 }] }, 'pass', 1],
  ['survives', 'a non-zero exit', { programs: [{}, { exitCode: 3, exitMs: 5000 }] }, 'fail', 0],
  ['survives', 'a signal', { programs: [{ signal: 'SIGSEGV', exitMs: 5000 }] }, 'fail', 0],
  ['survives', 'a client in process that threw', { programs: [{ error: 'boom' }] }, 'fail', 0],
  ['survives', 'a program that somebody else started', { programs: [] }, 'not observable', null],

  ['answers-again', 'nothing fails', { requests: calm }, 'not exercised', null],
  ...(
    [
      ['pass', 300],
      ['warn', 5000],
      ['fail', 12_000],
    ] as const
  ).map(
    ([verdict, laterMs]) =>
      [
        'answers-again',
        `the fallback answers ${laterMs} ms later`,
        {
          requests: [
            { at: 20_000, ...down },
            { at: 20_000 + laterMs, base: 'fallback' },
          ],
          rules: [primaryDown],
        },
        verdict,
        laterMs,
      ] as const,
  ),
  [
    'answers-again',
    'nobody answers any more',
    { requests: [{ at: 20_000, ...down }], rules: [primaryDown] },
    'fail',
    null,
  ],
  [
    'answers-again',
    'all bases are dead',
    { requests: [{ at: 20_000, ...down }], rules: [{}] },
    'not exercised',
    null,
  ],
  [
    'answers-again',
    'too short before the end',
    { requests: [{ at: 129_000, ...down }] },
    'inconclusive',
    null,
  ],
  [
    'answers-again',
    'a refused connection, seen by its absence',
    {
      requests: [...every(1000, 0, 20_000), ...every(1000, 23_000, 60_000, { base: 'fallback' })],
      rules: [{ bases: ['primary'], isRefusing: true, fromMs: 19_500, untilMs: 60_000 }],
    },
    'warn',
    3010,
  ],

  ['gives-up', 'nothing hangs', { requests: calm }, 'not exercised', null],
  ...(
    [
      ['pass', 5000],
      ['warn', 8000],
      ['fail', 30_000],
    ] as const
  ).map(
    ([verdict, tookMs]) =>
      [
        'gives-up',
        `after ${tookMs} ms`,
        { requests: [{ at: 20_000, met: 'silent', tookMs, end: 'given-up' }] },
        verdict,
        tookMs,
      ] as const,
  ),
  [
    'gives-up',
    'not before the end',
    { requests: [{ at: 20_000, met: 'silent', tookMs: null }] },
    'fail',
    110_000,
  ],
  [
    'gives-up',
    'the end came first',
    { requests: [{ at: 126_000, met: 'silent', tookMs: null }] },
    'inconclusive',
    null,
  ],

  ['retry-after', 'nobody asked to wait', { requests: calm }, 'not exercised', null],
  [
    'retry-after',
    'heeded, by 20 ms at most',
    { requests: [{ at: 20_000, met: 'error', status: 429, retryAfterMs: 2000 }, { at: 21_990 }] },
    'pass',
    0,
  ],
  [
    'retry-after',
    'another base and another endpoint may be asked',
    {
      requests: [
        { at: 20_000, met: 'error', status: 429, retryAfterMs: 2000 },
        { at: 20_100, base: 'fallback' },
        { at: 20_200, endpoint: 'candles' },
      ],
    },
    'pass',
    0,
  ],
  [
    'retry-after',
    'what was on its way already could not heed it',
    {
      requests: [
        { at: 20_000, tookMs: 500, met: 'error', status: 429, retryAfterMs: 2000 },
        { at: 20_100, tookMs: 10 },
      ],
    },
    'pass',
    0,
  ],
  [
    'retry-after',
    'asked again too soon',
    { requests: [{ at: 20_000, met: 'error', status: 429, retryAfterMs: 2000 }, { at: 21_000 }] },
    'fail',
    1,
  ],

  ['refuses-bad-data', 'all data is sound', { requests: calm, observations: [{}] }, 'not exercised', null],
  [
    'refuses-bad-data',
    'the client does not say',
    { requests: [{ at: 20_000, met: 'wrong', content: flawed('poisoned', 7) }] },
    'not observable',
    null,
  ],
  ...(
    [
      ['poisoned', 'fail', 1],
      ['partial', 'fail', 1],
    ] as const
  ).map(([flaw, verdict, measured]) => {
    const content = flawed(flaw, 7)
    return [
      'refuses-bad-data',
      `a price of a ${flaw} reply`,
      {
        requests: [{ at: 20_000, met: 'wrong', content }],
        contents: [content],
        observations: [{ atMs: 21_000, price: 7 }],
      },
      verdict,
      measured,
    ] as const
  }),
  [
    'refuses-bad-data',
    'the same price stood in a sound reply: the kindest reading counts',
    {
      requests: [{ at: 20_000, met: 'wrong', content: flawed('partial', 7) }],
      contents: [flawed('partial', 7), flawed(null, 7)],
      observations: [{ atMs: 21_000, price: 7 }],
    },
    'pass',
    0,
  ],
]
