import { type Case, calm, flawed } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
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
