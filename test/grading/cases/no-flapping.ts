import { expect } from 'vitest'
import { type Case, every } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  ['no-flapping', 'too few answers', { requests: [{ at: 0 }] }, 'inconclusive', null],
  ['no-flapping', 'one base', { requests: every(1000, 0, 130_000), rules: [] }, 'pass', 0],
  [
    'no-flapping',
    'by turns',
    {
      requests: every(1000, 0, 130_000).map((one, index) => ({
        ...one,
        base: index % 2 === 0 ? 'primary' : 'fallback',
      })),
    },
    'fail',
    expect.closeTo(60, -1) as unknown as number,
  ],
]
