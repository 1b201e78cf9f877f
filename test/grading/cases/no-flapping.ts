import { expect } from 'vitest'
import { type Case, caseOf, every } from '../../support/rehearsed.js'

const BASES = ['primary', 'fallback', 'fallback-2'] as const
const polls = every(1000, 0, 130_000)
/** Draws that look random and are the same in each run. */
const draw = (index: number) => (Math.imul(index + 1, 2_654_435_761) >>> 8) % 3

export const CASES: readonly Case[] = [
  caseOf('too few answers', 'inconclusive', null, { requests: [{ at: 0 }] }),
  caseOf('one base', 'pass', 0, { requests: polls, rules: [] }),
  caseOf(
    'five answers here, five there, once it has failed',
    'fail',
    expect.closeTo(11, 0) as unknown as number,
    {
      requests: polls.map((one, index) => ({
        ...one,
        base: index < 12 || index % 10 < 5 ? 'primary' : 'fallback',
      })),
      rules: [],
    },
  ),
  caseOf('by turns from the beginning: balances', 'not exercised', null, {
    requests: polls.map((one, index) => ({ ...one, base: BASES[index % 2] })),
    rules: [],
  }),
  caseOf('at random from the beginning: balances', 'not exercised', null, {
    requests: polls.map((one, index) => ({ ...one, base: BASES[draw(index)] })),
    rules: [],
  }),
  caseOf('by turns only since the primary failed', 'fail', expect.closeTo(50, -1) as unknown as number, {
    requests: polls.map((one, index) => ({
      ...one,
      base: index < 20 ? 'primary' : BASES[index % 2],
      met: index === 15 ? 'broken' : 'good',
    })),
    rules: [],
  }),
  caseOf('all bases at once, whichever answers first', 'not exercised', null, {
    requests: polls.flatMap((one, index) =>
      BASES.map((_base, turn) => ({ ...one, at: one.at + turn, base: BASES[(draw(index) + turn) % 3] })),
    ),
    rules: [],
  }),
  caseOf('probes of all bases, between polls and with them', 'pass', 0, {
    requests: [
      ...polls,
      ...BASES.flatMap((base, turn) => every(10_000, 300 + turn * 2500, 130_000, { base })),
      ...BASES.flatMap((base) => every(15_000, 0, 130_000, { base })),
    ],
    rules: [],
  }),
]
