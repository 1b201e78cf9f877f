import { expect } from 'vitest'
import { type Case, every } from '../../support/rehearsed.js'

const BASES = ['primary', 'fallback', 'fallback-2'] as const
const polls = every(1000, 0, 130_000)
/** Draws that look random and are the same in each run. */
const draw = (index: number) => (Math.imul(index + 1, 2_654_435_761) >>> 8) % 3

export const CASES: readonly Case[] = [
  ['no-flapping', 'too few answers', { requests: [{ at: 0 }] }, 'inconclusive', null],
  ['no-flapping', 'one base', { requests: polls, rules: [] }, 'pass', 0],
  [
    'no-flapping',
    'five answers here, five there, once it has failed',
    {
      requests: polls.map((one, index) => ({
        ...one,
        base: index < 12 || index % 10 < 5 ? 'primary' : 'fallback',
      })),
      rules: [],
    },
    'fail',
    expect.closeTo(11, 0) as unknown as number,
  ],
  [
    'no-flapping',
    'by turns from the beginning: balances',
    { requests: polls.map((one, index) => ({ ...one, base: BASES[index % 2] })), rules: [] },
    'not exercised',
    null,
  ],
  [
    'no-flapping',
    'at random from the beginning: balances',
    { requests: polls.map((one, index) => ({ ...one, base: BASES[draw(index)] })), rules: [] },
    'not exercised',
    null,
  ],
  [
    'no-flapping',
    'by turns only since the primary failed',
    {
      requests: polls.map((one, index) => ({
        ...one,
        base: index < 20 ? 'primary' : BASES[index % 2],
        met: index === 15 ? 'broken' : 'good',
      })),
      rules: [],
    },
    'fail',
    expect.closeTo(50, -1) as unknown as number,
  ],
  [
    'no-flapping',
    'all bases at once, whichever answers first',
    {
      requests: polls.flatMap((one, index) =>
        BASES.map((_base, turn) => ({ ...one, at: one.at + turn, base: BASES[(draw(index) + turn) % 3] })),
      ),
      rules: [],
    },
    'not exercised',
    null,
  ],
  [
    'no-flapping',
    'probes of all bases, between polls and with them',
    {
      requests: [
        ...polls,
        ...BASES.flatMap((base, turn) => every(10_000, 300 + turn * 2500, 130_000, { base })),
        ...BASES.flatMap((base) => every(15_000, 0, 130_000, { base })),
      ],
      rules: [],
    },
    'pass',
    0,
  ],
]
